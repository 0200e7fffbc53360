// 90_page.js -- the page: a section for each call, which the reader steps through, and then the code.

const facts = JSON.parse(document.getElementById("facts").textContent);

// The address may say where to begin: page.html#call=matmul&m=512&l=2&line=21, and the elements of a table: tile=0,0,1.
function beginning() {
    const parts = location.hash.slice(1).split("&").filter(part => part.includes("="));
    return new Map(parts.map(part => [part.slice(0, part.indexOf("=")), decodeURIComponent(part.slice(part.indexOf("=") + 1))]));
}

function elementsIn(text) {
    const elements = text.split(/[\s,]+/).filter(s => s !== "").map(Number);
    return elements.some(Number.isNaN) ? [] : elements;
}

function viewOf(call) {
    const given = beginning(), number = (name, otherwise) => given.has(name) ? Math.max(0, Math.floor(Number(given.get(name)) || 0)) : otherwise;
    const view = { call, numbers: startingNumbers(call), tables: {}, ids: call.axes.map(axis => number(axis.name, 0)) };
    for (const p of call.parameters)
        view.numbers[p.name] = number(p.name, view.numbers[p.name]);
    for (const b of call.blocks.filter(b => b.what === "table" && given.has(b.name)))
        view.tables[b.name] = elementsIn(given.get(b.name));
    view.ids = clamped(view);
    return view;
}

// ---- Controls -------------------------------------------------------------------------------------------------------

// Brings ids into the grid, whose sizes may have changed.
function clamped(view) {
    const grid = gridOf(view);
    return view.ids.map((id, a) => Math.max(0, Math.min(id, (grid[a] ?? 1) - 1)));
}

function drawParameters(view, change) {
    const inputs = view.call.parameters.filter(p => usesName(view.call, p.name)).map(p => element("label", {}, element("span", {}, p.name),
        element("input", { type: "number", min: 0, step: 1, value: view.numbers[p.name], "data-parameter": p.name, oninput: event => {
            const value = Math.floor(Number(event.target.value));
            if (event.target.value !== "" && value >= 0)
                change(() => { view.numbers[p.name] = value; });
        } })));
    const tables = view.call.blocks.filter(b => b.what === "table").map(b => element("label", { class: "table" }, element("span", {}, b.name + "[]"),
        element("input", { type: "text", placeholder: "known at run time", value: (view.tables[b.name] ?? []).join(" "), size: 18, "data-table": b.name, "aria-label": `elements of the table ${b.name}`, oninput: event => {
            change(() => { view.tables[b.name] = elementsIn(event.target.value); });
        } })));
    return inputs.length + tables.length ? element("div", { class: "parameters", role: "group", "aria-label": "sizes and scalars of the call" }, inputs, tables) : null;
}

// One row for each axis: its name, a slider over its programs, and why it is parallel or not.
function drawAxes(view, move) {
    return element("table", { class: "axes" }, view.call.axes.map((axis, a) => {
        const slider = element("input", { type: "range", min: 0, "data-axis": axis.name, "aria-label": `program index on axis ${axis.name}`,
                                          oninput: event => { const ids = [...view.ids]; ids[a] = Number(event.target.value); move(ids); } });
        return element("tr", {}, element("th", { scope: "row" }, axis.name), element("td", {}, slider), element("td", { class: "number count", "data-count": axis.name }),
                       element("td", {}, element("span", { class: "axis " + (axis.parallel ? "parallel" : "sequential") }, axis.parallel ? "parallel" : "sequential")),
                       element("td", { class: "why" }, element("code", {}, axis.text), " ", axis.why));
    }));
}

function updateAxes(section, view) {
    const grid = gridOf(view);
    view.call.axes.forEach((axis, a) => {
        const slider = section.querySelector(`[data-axis="${axis.name}"]`);
        slider.max = Math.max(0, (grid[a] ?? 1) - 1);
        slider.value = view.ids[a];
        section.querySelector(`[data-count="${axis.name}"]`).textContent = grid[a] === null ? `${view.ids[a]} of ?` : `${view.ids[a]} of ${grid[a]}`;
    });
}

function programText(view) {
    return view.call.axes.length ? "program (" + view.call.axes.map((axis, a) => `${axis.name}=${view.ids[a]}`).join(", ") + ")" : "one program";
}

function stepText(view) {
    const step = stepOf(view), count = stepCount(view);
    const events = view.call.operands.filter(o => o.windows).map(o => `${o.name}: ${wordsFor(o, eventsOf(view, o, step)).join(", ")}`);
    return `${programText(view)}, step ${step + 1} of ${count}. ${events.join("; ")}`;
}

// ---- A call ---------------------------------------------------------------------------------------------------------

function drawExplanation(call) {
    return element("details", { class: "explanation" }, element("summary", {}, "What --explain says"),
        call.explanation.map(part => [part.title ? element("h4", {}, part.title) : null,
            element("table", {}, part.rows.map(row => element("tr", {}, row.cells.map(cell => element("td", {}, cell)),
                row.line ? element("td", { class: "number" }, element("a", { href: "#source", onclick: event => { event.preventDefault(); goToLine(row.file, row.line); } }, `line ${row.line}`)) : null)))]),
        call.memoryText ? element("pre", {}, call.memoryText) : null);
}

function drawButtons(go) {
    const button = (words, sign, key, to) => element("button", { type: "button", title: `${words} (${key})`, "aria-label": words, "data-go": to, onclick: () => go(to) }, sign);
    return [button("first program", "«", "Home", "first"), button("previous program", "‹", "←", "back"),
            button("next program", "›", "→", "on"), button("last program", "»", "End", "last")];
}

// The ids to which a key or button goes: by programs in the order of the grid, or along the axis before the last.
function idsFor(view, to) {
    const axes = view.call.axes.map((axis, a) => a), count = programCount(view), at = numberOf(view, view.ids, axes);
    const grid = gridOf(view), slower = grid[axes.length - 1] ?? 1;
    const numbers = { first: 0, back: at - 1, on: at + 1, last: count - 1, up: at - slower, down: at + slower };
    return idsAt(view, Math.max(0, Math.min(count - 1, numbers[to])), axes);
}

const KEYS = { ArrowLeft: "back", ArrowRight: "on", ArrowUp: "up", ArrowDown: "down", Home: "first", End: "last" };

function drawCall(call, number) {
    const view = viewOf(call);
    const move = ids => { view.ids = ids; update(); };
    const change = make => { make(); view.ids = clamped(view); update(); };
    const go = to => move(idsFor(view, to));
    const parts = { program: element("strong", { class: "program" }), grid: element("div", { class: "grid" }), arrays: element("div", { class: "arrays" }),
                    schedule: element("div", { class: "schedule" }), memory: element("div", { class: "memory" }), live: element("p", { class: "live", "aria-live": "polite" }) };
    const stepping = call.axes.length ? element("div", { class: "stepping" }, drawButtons(go), parts.program) : null;
    const section = element("section", { class: "call", id: "call-" + call.name, "data-call": call.name, tabindex: -1 },
        element("header", {}, element("h2", {}, call.name),
            element("p", {}, `call of ${call.kernel}, `, element("a", { href: "#source", onclick: event => { event.preventDefault(); goToLine(call.file, call.line); } }, `${call.file}:${call.line}`),
                call.mesh.length ? `, on devices ${call.mesh.map(m => `${m.name} ${m.text}`).join(" × ")}` : ""),
            drawParameters(view, change)),
        stepping,
        element("div", { class: "space" }, call.axes.length ? drawAxes(view, move) : element("p", { class: "detail" }, "The kernel runs once."), parts.grid),
        call.operands.length ? element("h3", {}, "Arrays and their blocks") : null, parts.arrays,
        element("p", { class: "key" }, ["read", "written", "both"].map(kind => [element("i", { class: "swatch " + kind }), kind === "both" ? "read and written " : kind + " "]),
            element("i", { class: "swatch nextkey" }), "next, being fetched ", element("i", { class: "swatch outsidekey" }), "outside the array"),
        parts.schedule, element("h3", {}, "Memory"), parts.memory, drawExplanation(call), parts.live);

    function update() {
        const scale = commonScale(view), schedule = drawSchedule(view, move);
        if (call.axes.length)
            updateAxes(section, view);
        const steps = `step ${stepOf(view) + 1} of ${stepCount(view)}`;
        parts.program.textContent = programText(view) + (!call.group.shares ? ", " + steps : stepCount(view) > 1 ? `, ${steps} of its ${call.group.name}` : "");
        parts.grid.replaceChildren(...drawGrid(view, move).filter(Boolean));
        parts.arrays.replaceChildren(...call.operands.map(o => drawOperand(view, o, scale)));
        parts.schedule.replaceChildren(...(schedule ? [element("h3", {}, call.group.shares ? `Steps of this ${call.group.name}` : "Steps"), schedule] : []));
        parts.memory.replaceChildren(...drawMemory(view, facts));
        parts.live.textContent = stepText(view);
    }

    section.addEventListener("keydown", event => {
        const free = !["INPUT", "SELECT", "TEXTAREA", "SUMMARY"].includes(event.target.tagName) && !event.ctrlKey && !event.altKey && !event.metaKey;
        if (free && event.key in KEYS && call.axes.length) {
            event.preventDefault();
            go(KEYS[event.key]);
        }
    });
    update();
    return section;
}

// ---- The page -------------------------------------------------------------------------------------------------------

// Shows one call at a time; on paper all of them.
function showCall(sections, links, name) {
    sections.forEach(section => section.classList.toggle("hidden", section.dataset.call !== name));
    links.forEach(link => link.setAttribute("aria-current", String(link.dataset.of === name)));
}

function drawMessages() {
    const some = facts.messages.filter(m => m.kind !== "note" && m.kind !== "remark");
    return some.length ? element("ul", { class: "messages" }, some.map(m => element("li", { class: m.kind },
        element("b", {}, m.kind + ": "), m.text, " ", m.line ? element("a", { href: "#source", onclick: event => { event.preventDefault(); goToLine(m.file, m.line); } }, `line ${m.line}`) : ""))) : null;
}

function drawPage() {
    const sections = facts.calls.map(drawCall);
    const links = facts.calls.map(call => element("a", { href: "#call-" + call.name, "data-of": call.name, onclick: event => {
        event.preventDefault();
        showCall(sections, links, call.name);
        document.getElementById("call-" + call.name).focus();
        showKernel(call);
    } }, call.name));
    document.body.append(
        element("header", { class: "top" }, element("h1", {}, facts.file),
            element("p", {}, facts.target ? `target ${facts.target}` : "for any target", ` · pallasc ${facts.version}`),
            links.length > 1 ? element("nav", { "aria-label": "calls" }, links) : null, drawMessages(),
            facts.calls.length ? element("p", { class: "hint" }, "← → step through programs, ↑ ↓ along the next slower axis, Home and End go to the first and the last.") : element("p", {}, "This file has no PL_CALL.")),
        element("main", {}, sections, drawTimeline(facts.timeline), drawCode(facts)));
    if (facts.calls.length) {
        const given = beginning(), first = Math.max(0, facts.calls.findIndex(call => call.name === given.get("call")));
        showCall(sections, links, facts.calls[first].name);
        sections[first].focus({ preventScroll: true });
        showKernel(facts.calls[first]);
        if (given.has("line"))
            selectLine(lineOf(facts.calls[first].file, Number(given.get("line"))) ?? lineOf(facts.file, 1), false);
    }
}

drawPage();
window.addEventListener("beforeprint", () => document.querySelectorAll("details").forEach(d => { d.open = true; }));
