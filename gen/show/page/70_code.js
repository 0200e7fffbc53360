// 70_code.js -- the source beside the emitted code. A line of one side shows the lines of the other that belong to it.

const WORDS = new Set(("if else for while do switch case default break continue return const static struct union enum typedef " +
    "void bool char short int long float double unsigned signed size_t inline restrict " +
    "template typename constexpr auto namespace").split(" "));
const TOKEN = /\/\/.*|\/\*.*?\*\/|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|#\s*\w+|[A-Za-z_]\w*|[^A-Za-z_"'\/#]+|./g;

function kindOf(token) {
    if (token.startsWith("//") || token.startsWith("/*"))
        return "comment";
    if (token[0] === '"' || token[0] === "'")
        return "string";
    if (/^__|^barrier$/.test(token) || /^PL_/.test(token) || token[0] === "#")
        return "construct";
    return WORDS.has(token) ? "word" : null;
}

function colored(text) {
    return (text.match(TOKEN) ?? []).map(token => kindOf(token) ? element("span", { class: kindOf(token) }, token) : token);
}

// What a line of emitted code is for, by what it calls: a barrier, or a copy.
const PURPOSES = [["barrier", /\bbarrier\(|__sync(threads|warp)\(|work_group_barrier/],
                  ["copy", /cp_async|\bpl_dma_|\bpl_copy|\bpl_start|\bpl_wait|pl_prologue|pl_epilogue/]];

function purposeOf(text) {
    const found = PURPOSES.find(([, words]) => words.test(text.replace(/\/\/.*/, "")));
    return found && !/^\s*(static|#|inline|__device__)/.test(text) ? found[0] : null;
}

// ---- Notes: messages and reasons at the lines of the source ---------------------------------------------------------

const NOT_AT_LINES = /^memory if every|^(local|shared) memory of/;

// { kind, line, text } for the file.
function notesOf(facts, file) {
    const notes = facts.messages.filter(m => m.file === file).map(m => ({ kind: m.kind, line: m.line, text: m.text }));
    for (const call of facts.calls) {
        let title = "";
        for (const part of call.explanation) {
            title = part.title ?? title;
            if (!NOT_AT_LINES.test(title))
                part.rows.forEach((row, i) => {
                    if (row.file === file && row.cells.length > 1)
                        notes.push(row.cells[0] ? noteOf(title, row) : causeOf(part.rows[i - 1], row));
                });
        }
    }
    const seen = new Set();
    return notes.filter(n => !seen.has(n.line + n.text) && seen.add(n.line + n.text));
}

// A cell at its line does not say which line that is.
function cellAt(line, text) {
    const replaced = [[/^PL_DOT, line \d+$/, "PL_DOT"], [new RegExp(`^line ${line}: `), ""], [/^line \d+$/, ""],
                      [new RegExp(`^(in PL_\\w+) on line ${line}$`), "$1"], [new RegExp(`^before line ${line}$`), "before this line"],
                      [new RegExp(`^at the end of the loop on line ${line}$`), "at the end of this loop"]];
    return replaced.reduce((all, [from, to]) => all.replace(from, to), text);
}

function noteOf(title, row) {
    const kind = /^barriers/.test(title) ? "barrier" : /^warning|idle/.test(title) ? "warning" : "reason";
    const known = /^(windows|axes|barriers|work-group of|thread block of)/.test(title);         // by the cells alone
    const cells = row.cells.map(text => cellAt(row.line, text)).filter(text => text !== "");
    return { kind, line: row.line, text: [...known ? [] : [title.replace(/[(:].*| if .*/, "")], ...cells].join(" · ") };
}

// A row without a name says where the reason of the row before it is.
function causeOf(before, row) {
    return { kind: "reason", line: row.line, text: `${before.cells[0]} is ${before.cells[2]} because of this: ${before.cells[3]}` };
}

// ---- Panes ----------------------------------------------------------------------------------------------------------

// The place of an emitted line in the source, "0:17", as facts have it: 17 of the first file, or [file, line]; null: none.
function placeOf(from) {
    return Array.isArray(from) ? from.join(":") : from ? "0:" + from : null;
}

function makeLine(id, number, text, from, notes) {
    const purpose = from === undefined ? null : purposeOf(text);
    const kind = "line" + (purpose ? " " + purpose : ""), place = { id: `${id}-${number}`, "data-line": number, "data-from": placeOf(from) };
    const described = notes.map(note => note.id).join(" ") || null;
    return element("li", { class: kind, ...place, role: "option", "aria-selected": "false", "aria-describedby": described,
                           tabindex: number === 1 ? 0 : -1 }, colored(text));
}

function makeNote(id, note) {
    const kind = note.kind === "reason" ? null : element("b", {}, note.kind + ": ");
    return element("li", { class: "note " + note.kind, role: "presentation", id }, kind, note.text);
}

// A pane of lines. from: of emitted code, the places of its lines; null: it is source. notes: below their lines.
function makePane(id, title, text, from, notes) {
    const list = element("ol", { class: "lines", role: "listbox", "aria-label": title });
    text.replace(/\n$/, "").split("\n").forEach((line, i) => {
        const below = notes.filter(n => n.line === i + 1).map((note, n) => makeNote(`${id}-${i + 1}-${n}`, note));
        list.append(makeLine(id, i + 1, line, from ? from[i] : undefined, below), ...below);
    });
    return element("section", { class: "pane", id, "aria-label": title }, element("h4", {}, title), list);
}

const panes = { sources: [], code: [] };

function linesOf(pane) {
    return [...pane.querySelectorAll("li.line")];
}

// The lines of the other side that belong to this one.
function linkedLines(line) {
    const pane = line.closest(".pane"), source = panes.sources.indexOf(pane);
    if (source >= 0)
        return panes.code.flatMap(code => linesOf(code).filter(l => l.dataset.from === source + ":" + line.dataset.line));
    const place = line.dataset.from && line.dataset.from.split(":");
    const target = place && panes.sources[place[0]];
    return target ? linesOf(target).filter(l => l.dataset.line === place[1]) : [];
}

// Scrolls the list so that the line is a third of its height from the top, without moving the page.
function bringIntoView(line) {
    const list = line.closest(".lines"), place = line.offsetTop;
    if (place < list.scrollTop || place + line.offsetHeight > list.scrollTop + list.clientHeight)
        list.scrollTop = Math.max(0, place - list.clientHeight / 3);
}

function selectLine(line, focus) {
    const linked = linkedLines(line), source = panes.sources.includes(line.closest(".pane"));
    for (const other of document.querySelectorAll("li.line.selected, li.line.linked")) {
        other.classList.remove("selected", "linked");
        other.setAttribute("aria-selected", "false");
        other.tabIndex = -1;
    }
    line.classList.add("selected");
    line.setAttribute("aria-selected", "true");
    line.tabIndex = 0;
    linked.forEach(l => l.classList.add("linked"));
    bringIntoView(line);
    if (linked.length)
        bringIntoView(linked[0]);
    if (focus)
        line.focus({ preventScroll: true });
    document.getElementById("linked").textContent = `line ${line.dataset.line}${linkText(linked, source)}`;
}

function linkText(linked, source) {
    if (source && !panes.code.length)
        return "";
    if (source)
        return `: ${linked.length} emitted line${linked.length === 1 ? "" : "s"}`;
    return linked.length ? `: line ${linked[0].dataset.line} of the source` : ": no line of the source";
}

// Up and down move in a pane; right, left and Enter go to the other side.
function handleCodeKey(event) {
    const line = event.target.closest("li.line");
    if (!line || event.ctrlKey || event.altKey || event.metaKey)
        return;
    const lines = linesOf(line.closest(".pane")), at = lines.indexOf(line), page = 20;
    const moves = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + page, PageUp: at - page, Home: 0, End: lines.length - 1 };
    if (event.key in moves)
        selectLine(lines[Math.max(0, Math.min(lines.length - 1, moves[event.key]))], true);
    else if (["ArrowRight", "ArrowLeft", "Enter"].includes(event.key)) {
        const linked = linkedLines(line);
        if (linked.length)
            selectLine(linked[0], true);
    } else
        return;
    event.preventDefault();
    event.stopPropagation();
}

function lineOf(file, number) {
    const pane = panes.sources.find(p => p.dataset.file === file);
    return pane && linesOf(pane)[number - 1];
}

function goToLine(file, number) {
    const line = lineOf(file, number);
    if (!line)
        return;
    document.getElementById("source").scrollIntoView({ block: "start" });
    selectLine(line, true);
}

// Scrolls the panes to the kernel and the code that is made of it.
function showKernel(call) {
    const pane = panes.sources.find(p => p.dataset.file === call.kernelFile), lines = pane ? linesOf(pane) : [];
    const first = lines.slice(call.kernelLine - 1).find(line => linkedLines(line).length);
    const top = line => { const list = line.closest(".lines"); list.scrollTop = line.offsetTop - 2 * line.offsetHeight; };
    if (lines[call.kernelLine - 1])
        top(lines[call.kernelLine - 1]);
    if (first)
        top(linkedLines(first)[0]);
}

function withKernelsFirst(facts) {
    const has = pane => facts.calls.some(call => call.kernelFile === pane.dataset.file);
    return [...panes.sources].sort((a, b) => has(b) - has(a));
}

function makePanes(facts) {
    facts.sources.forEach((source, i) => {
        const pane = makePane("source-" + i, source.name, source.text, null, notesOf(facts, source.name));
        pane.dataset.file = source.name;
        panes.sources.push(pane);
    });
    const places = code => code.from.filter(Boolean).length, code = [...facts.code].sort((a, b) => places(b) - places(a));
    panes.code.push(...code.map((c, i) => makePane("code-" + i, c.name, c.text, c.from, [])));
}

function drawCode(facts) {
    makePanes(facts);
    const emitted = panes.code.length > 0, showNotes = event => section.classList.toggle("without-notes", !event.target.checked);
    const select = event => {
        const line = event.target.closest("li.line");
        if (line)
            selectLine(line, true);
    };
    const section = element("section", { id: "source", onkeydown: handleCodeKey, onclick: select },
        element("header", {},
            element("h2", {}, emitted ? "Source and emitted code" : "Source"),
            element("label", {}, element("input", { type: "checkbox", checked: true, onchange: showNotes }), " reasons at the lines"),
            element("span", { class: "hint" }, emitted ? "Select a line; ↑ ↓ move, ← → go to the other side."
                                                       : facts.target ? "" : "pallasc --target=T --report=… shows the code of T here."),
            element("output", { id: "linked", "aria-live": "polite" })),
        element("div", { class: emitted ? "panes" : "panes alone" },
            element("div", {}, withKernelsFirst(facts)), emitted ? element("div", {}, panes.code) : null));
    return section;
}
