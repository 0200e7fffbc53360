// 90_page.js -- the page: a section for each call, which the reader steps through, and then the code.

const facts = JSON.parse(document.getElementById("facts").textContent);

// ---- Where a view begins --------------------------------------------------------------------------------------------

// Brings ids into the grid, whose sizes may have changed.
function clamped(view) {
    const grid = gridOf(view);
    return view.ids.map((id, a) => Math.max(0, Math.min(id, (grid[a] ?? 1) - 1)));
}

// The address may say where to begin: page.html#call=matmul&m=512&l=2&line=21, and the elements of a table: tile=0,0,1.
function beginning() {
    const parts = location.hash.slice(1).split("&").filter(part => part.includes("="));
    return new Map(parts.map(part => [part.slice(0, part.indexOf("=")), decodeURIComponent(part.slice(part.indexOf("=") + 1))]));
}

function elementsIn(text) {
    const elements = text.split(/[\s,]+/).filter(s => s !== "").map(Number);
    return elements.some(Number.isNaN) ? [] : elements;
}

function tablesOf(call) {
    return call.blocks.filter(b => b.what === "table");
}

function viewOf(call) {
    const given = beginning(), numberIn = name => Math.max(0, Math.floor(Number(given.get(name)) || 0));
    const view = { call, numbers: startingNumbers(call), tables: {}, ids: call.axes.map(axis => numberIn(axis.name)) };
    for (const p of call.parameters.filter(p => given.has(p.name)))
        view.numbers[p.name] = numberIn(p.name);
    for (const table of tablesOf(call).filter(t => given.has(t.name)))
        view.tables[table.name] = elementsIn(given.get(table.name));
    view.ids = clamped(view);
    return view;
}

// ---- Controls -------------------------------------------------------------------------------------------------------

function parameterInput(view, name, change) {
    const set = event => {
        const value = Math.floor(Number(event.target.value));
        if (event.target.value !== "" && value >= 0)
            change(() => { view.numbers[name] = value; });
    };
    return element("label", {}, element("span", {}, name),
        element("input", { type: "number", min: 0, step: 1, value: view.numbers[name], "data-parameter": name, oninput: set }));
}

function tableInput(view, name, change) {
    const set = event => change(() => { view.tables[name] = elementsIn(event.target.value); });
    return element("label", { class: "table" }, element("span", {}, name + "[]"),
        element("input", { type: "text", size: 18, placeholder: "known at run time", value: (view.tables[name] ?? []).join(" "),
                           "data-table": name, "aria-label": `elements of the table ${name}`, oninput: set }));
}

function drawParameters(view, change) {
    const numbers = view.call.parameters.filter(p => usesName(view.call, p.name)).map(p => parameterInput(view, p.name, change));
    const tables = tablesOf(view.call).map(table => tableInput(view, table.name, change));
    return element("div", { class: "parameters", role: "group", "aria-label": "sizes and scalars of the call" }, numbers, tables);
}

// A row for an axis: its name, a slider over its programs, and why it is parallel or not.
function axisRow(view, a, move) {
    const axis = view.call.axes[a], kind = axis.parallel ? "parallel" : "sequential";
    const set = event => move(view.ids.map((id, i) => i === a ? Number(event.target.value) : id));
    const slider = element("input", { type: "range", min: 0, "data-axis": axis.name, oninput: set,
                                      "aria-label": `program index on axis ${axis.name}` });
    return element("tr", {}, element("th", { scope: "row" }, axis.name), cell(slider),
        element("td", { class: "number count", "data-count": axis.name }), cell(element("span", { class: "axis " + kind }, kind)),
        element("td", { class: "why" }, element("code", {}, axis.text), " ", axis.why));
}

function drawAxes(view, move) {
    if (!view.call.axes.length)
        return element("p", { class: "detail" }, "The kernel runs once.");
    return element("table", { class: "axes" }, view.call.axes.map((axis, a) => axisRow(view, a, move)));
}

function updateAxes(section, view) {
    const grid = gridOf(view);
    view.call.axes.forEach((axis, a) => {
        const slider = section.querySelector(`[data-axis="${axis.name}"]`), count = section.querySelector(`[data-count="${axis.name}"]`);
        slider.max = Math.max(0, (grid[a] ?? 1) - 1);
        slider.value = view.ids[a];
        count.textContent = `${view.ids[a]} of ${shown(grid[a])}`;
    });
}

function drawButtons(go) {
    const buttons = [["first program", "«", "Home", "first"], ["previous program", "‹", "←", "back"],
                     ["next program", "›", "→", "on"], ["last program", "»", "End", "last"]];
    return buttons.map(([words, sign, key, to]) =>
        element("button", { type: "button", title: `${words} (${key})`, "aria-label": words, "data-go": to, onclick: () => go(to) }, sign));
}

const KEYS = { ArrowLeft: "back", ArrowRight: "on", ArrowUp: "up", ArrowDown: "down", Home: "first", End: "last" };

// The ids to which a key or button goes: by programs in the order of the grid, or along the axis before the last.
function idsFor(view, to) {
    const axes = view.call.axes.map((axis, a) => a), count = programCount(view), at = numberOf(view, view.ids, axes);
    const slower = gridOf(view)[axes.length - 1] ?? 1;
    const numbers = { first: 0, back: at - 1, on: at + 1, last: count - 1, up: at - slower, down: at + slower };
    return idsAt(view, Math.max(0, Math.min(count - 1, numbers[to])), axes);
}

// Whether a key is meant for the call, and not for a field in it.
function isFree(event) {
    return !["INPUT", "SUMMARY"].includes(event.target.tagName) && !event.ctrlKey && !event.altKey && !event.metaKey;
}

// ---- A call ---------------------------------------------------------------------------------------------------------

// "program (i=0, j=1), step 2 of 6".
function programText(view) {
    const ids = view.call.axes.map((axis, a) => `${axis.name}=${view.ids[a]}`).join(", "), group = view.call.group;
    const step = `, step ${stepOf(view) + 1} of ${stepCount(view)}`;
    return `program (${ids})` + (!group.shares ? step : stepCount(view) > 1 ? `${step} of its ${group.name}` : "");
}

// What a reader without the picture is told.
function stepText(view) {
    const operands = view.call.operands.filter(o => o.windows);
    const events = operands.map(o => `${o.name}: ${wordsFor(o, eventsOf(view, o, stepOf(view))).join(", ")}`);
    return `${programText(view)}. ${events.join("; ")}`;
}

function explanationRow(row) {
    const link = row.line ? cell(lineLink(row.file, row.line, `line ${row.line}`), "number") : null;
    return element("tr", {}, row.cells.map(text => cell(text)), link);
}

function drawExplanation(call) {
    const table = part => [part.title ? element("h4", {}, part.title) : null, element("table", {}, part.rows.map(explanationRow))];
    return element("details", { class: "explanation" }, element("summary", {}, "What --explain says"), call.explanation.map(table),
        call.memoryText ? element("pre", {}, call.memoryText) : null);
}

function drawHead(view, change) {
    const call = view.call, mesh = call.mesh.map(m => `${m.name} ${m.text}`).join(" × ");
    return element("header", {}, element("h2", {}, call.name),
        element("p", {}, `call of ${call.kernel}, `, lineLink(call.file, call.line, `${call.file}:${call.line}`),
            mesh ? `, on devices ${mesh}` : ""),
        drawParameters(view, change));
}

function drawKey() {
    return element("p", { class: "key" }, swatch("read"), "read ", swatch("written"), "written ", swatch("both"), "read and written ",
        swatch("nextkey"), "next, being fetched ", swatch("outsidekey"), "outside the array");
}

// The parts of the section that change from step to step, by their class.
function emptyParts() {
    const parts = {};
    for (const kind of ["grid", "arrays", "schedule", "memory"])
        parts[kind] = element("div", { class: kind });
    parts.program = element("strong", { class: "program" });
    parts.live = element("p", { class: "live", "aria-live": "polite" });
    return parts;
}

function updateParts(parts, view, move) {
    const call = view.call, scale = commonScale(view), schedule = drawSchedule(view, move);
    const title = element("h3", {}, call.group.shares ? `Steps of this ${call.group.name}` : "Steps");
    parts.program.textContent = programText(view);
    parts.grid.replaceChildren(...drawGrid(view, move));
    parts.arrays.replaceChildren(...call.operands.map(o => drawOperand(view, o, scale)));
    parts.schedule.replaceChildren(...(schedule ? [title, schedule] : []));
    parts.memory.replaceChildren(...drawMemory(view, facts));
    parts.live.textContent = stepText(view);
}

function drawCall(call) {
    const view = viewOf(call), parts = emptyParts(), stepped = call.axes.length > 0;
    const move = ids => {
        view.ids = ids;
        update();
    };
    const change = make => {
        make();
        move(clamped(view));
    };
    const go = to => move(idsFor(view, to));
    const section = element("section", { class: "call", id: "call-" + call.name, "data-call": call.name, tabindex: -1 },
        drawHead(view, change),
        stepped ? element("div", { class: "stepping" }, drawButtons(go), parts.program) : null,
        element("div", { class: "space" }, drawAxes(view, move), parts.grid),
        call.operands.length ? [element("h3", {}, "Arrays and their blocks"), parts.arrays, drawKey()] : null,
        parts.schedule, element("h3", {}, "Memory"), parts.memory, drawExplanation(call), parts.live);
    const update = () => {
        updateAxes(section, view);
        updateParts(parts, view, move);
    };
    section.addEventListener("keydown", event => {
        if (stepped && event.key in KEYS && isFree(event)) {
            event.preventDefault();
            go(KEYS[event.key]);
        }
    });
    update();
    return section;
}

// ---- The page -------------------------------------------------------------------------------------------------------

// Shows one call at a time; on paper all of them.
function showCall(sections, links, call) {
    sections.forEach(section => section.classList.toggle("hidden", section.dataset.call !== call.name));
    links.forEach(link => link.setAttribute("aria-current", String(link.dataset.of === call.name)));
    document.getElementById("call-" + call.name).focus({ preventScroll: true });
    showKernel(call);
}

function drawMessages() {
    const some = facts.messages.filter(m => m.kind !== "note" && m.kind !== "remark");
    const item = m => element("li", { class: m.kind }, element("b", {}, m.kind + ": "), m.text, " ",
        m.line ? lineLink(m.file, m.line, `line ${m.line}`) : null);
    return some.length ? element("ul", { class: "messages" }, some.map(item)) : null;
}

// What the page is about: calls to step through, or why it has none.
function drawHint(links) {
    const hint = "← → step through programs, ↑ ↓ along the next slower axis, Home and End go to the first and the last.";
    const wrong = facts.messages.some(m => m.kind === "error");
    return element("p", { class: links.length ? "hint" : null },
        links.length ? hint : wrong ? "The file has errors, which are shown at their lines below." : "This file has no PL_CALL.");
}

function drawTop(links) {
    return element("header", { class: "top" }, element("h1", {}, facts.file),
        element("p", {}, facts.target ? `target ${facts.target}` : "for any target", ` · pallasc ${facts.version}`),
        links.length > 1 ? element("nav", { "aria-label": "calls" }, links) : null, drawMessages(),
        drawHint(links));
}

function drawPage() {
    const sections = facts.calls.map(drawCall), given = beginning();
    const link = call => element("a", { href: "#call-" + call.name, "data-of": call.name, onclick: event => {
        event.preventDefault();
        showCall(sections, links, call);
    } }, call.name);
    const links = facts.calls.map(link), first = facts.calls.find(call => call.name === given.get("call")) ?? facts.calls[0];
    document.body.append(drawTop(links), element("main", {}, sections, drawTimeline(facts.timeline), drawCode(facts)));
    if (first)
        showCall(sections, links, first);
    const wrong = facts.messages.find(m => m.kind === "error" && lineOf(m.file, m.line));
    if (!first && wrong)
        selectLine(lineOf(wrong.file, wrong.line), false);
    if (first && given.has("line"))
        selectLine(lineOf(first.file, Number(given.get("line"))) ?? lineOf(first.file, 1), false);
}

drawPage();
window.addEventListener("beforeprint", () => document.querySelectorAll("details").forEach(d => { d.open = true; }));
