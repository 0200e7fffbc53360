// 40_arrays.js -- draws the arrays of a call to one scale: their blocks, the window of the program, and the next one.

const MOST_PIXELS = 250, LEAST_PIXELS = 12, MOST_GRID_LINES = 80, PIXELS_PER_ELEMENT = 14;

// The two dims that are drawn, rows first: those with several elements in a window, and of these, those that it moves along.
function drawnDims(view, operand) {
    const dims = operand.dims.map((dim, d) => d);
    const weight = d => {
        const w = windowOnDim(operand.dims[d], known(view, view.ids)), moves = operand.dims[d].kind !== "full" && w.extent > w.size;
        return (operand.dims[d].kind !== "one" ? 4 : 0) + (moves ? 2 : 0) + (w.extent > 1 ? 1 : 0);
    };
    return dims.sort((a, b) => weight(b) - weight(a) || b - a).slice(0, 2).sort((a, b) => a - b);
}

// What windows cover on a dim: from before the array, with the padding, to the end of the last block.
function coverage(dim, window) {
    const extent = window.extent ?? 1, size = window.size ?? 1;
    if (dim.kind === "block" && size > 0)
        return { from: 0, to: Math.ceil(extent / size) * size };
    if (dim.kind === "element" && window.start !== null) {
        const low = typeof dim.low === "number" ? dim.low : 0, high = typeof dim.high === "number" ? dim.high : 0;
        return { from: Math.min(0, -low), to: Math.max(extent + high, window.start + size) };
    }
    return { from: 0, to: Math.max(extent, 1) };
}

// One dim as it is drawn: { from, to, extent, scale, stretched }.
function laneOf(view, operand, d, scale) {
    if (d === undefined)
        return { from: 0, to: 1, extent: 1, scale: LEAST_PIXELS + 4, stretched: false };
    const window = windowAt(view, operand, view.ids)[d], cover = coverage(operand.dims[d], window);
    const pixels = (cover.to - cover.from) * scale, stretched = pixels < LEAST_PIXELS;
    return { ...cover, extent: window.extent ?? 1, scale: stretched ? LEAST_PIXELS / (cover.to - cover.from) : scale, stretched };
}

// The pixels of an element, for all arrays of the call.
function commonScale(view) {
    let most = 1;
    for (const operand of view.call.operands)
        for (const d of drawnDims(view, operand)) {
            const cover = coverage(operand.dims[d], windowAt(view, operand, view.ids)[d]);
            most = Math.max(most, cover.to - cover.from);
        }
    return Math.min(MOST_PIXELS / most, PIXELS_PER_ELEMENT);
}

function gridLines(dim, lane, window, draw) {
    const size = window.size, lines = [];
    const count = size > 0 ? Math.ceil((lane.to - lane.from) / size) : 0;
    if (dim === undefined || dim.kind !== "block" || count > MOST_GRID_LINES || size * lane.scale < 3)
        return lines;
    for (let at = size; at < lane.to; at += size)
        lines.push(draw(at));
    return lines;
}

// Draws an operand with the window of the program, and of the next visit if it is on its way.
function drawArray(view, operand, events, scale) {
    const drawn = drawnDims(view, operand), [r, c] = drawn.length === 2 ? drawn : [undefined, drawn[0]];
    const rows = laneOf(view, operand, r, scale), columns = laneOf(view, operand, c, scale);
    const left = 34, top = 18, width = (columns.to - columns.from) * columns.scale, height = (rows.to - rows.from) * rows.scale;
    const x = at => left + (at - columns.from) * columns.scale, y = at => top + (at - rows.from) * rows.scale;
    const none = { start: 0, size: 1, extent: 1 };
    const place = (window, kind) => {
        const row = r === undefined ? none : window[r], column = c === undefined ? none : window[c];
        return rectangle(x(column.start), y(row.start), column.size * columns.scale, row.size * rows.scale, kind);
    };
    const window = windowAt(view, operand, view.ids);
    const svg = picture(left + width + 16, top + height + 8, `array ${operand.name}: ${wordsFor(operand, events).join(", ")}`);
    svg.append(rectangle(x(columns.from), y(rows.from), width, height, "outside"),
               rectangle(x(0), y(0), columns.extent * columns.scale, rows.extent * rows.scale, "array"));
    const cut = [...gridLines(operand.dims[c], columns, window[c] ?? none, at => `M${x(at)} ${y(rows.from)}V${y(rows.to)}`),
                 ...gridLines(operand.dims[r], rows, window[r] ?? none, at => `M${x(columns.from)} ${y(at)}H${x(columns.to)}`)];
    svg.append(shape("path", { d: cut.join(""), class: "cut" }));
    if (events.next)
        svg.append(place(windowAt(view, operand, idsAt(view, events.next.first, steppedAxes(view))), "next"));
    if (operand.windows && !events.unknown)
        svg.append(place(window, "window " + colorOf(operand)));
    svg.append(...ticks(columns, window[c], c, (at, text) => label(x(at), top - 5, text, "tick")),
               ...ticks(rows, window[r], r, (at, text) => label(left - 4, y(at) + 4, text, "tick row")));
    return svg;
}

// The ends of the window on a dim, and the extent of the array, where there is room.
function ticks(lane, window, d, draw) {
    if (d === undefined || window === undefined || window.start === null)
        return d === undefined ? [] : [draw(lane.extent, String(lane.extent))];
    const far = (a, b) => Math.abs(a - b) * lane.scale > 26;
    if (!far(lane.from, lane.to))
        return [draw(lane.extent, String(lane.extent))];
    const ends = [window.start, window.start + window.size].filter((at, i, all) => i === 0 || far(at, all[0]));
    const all = ends.some(at => !far(at, lane.extent)) ? ends : [...ends, lane.extent];
    return all.map(at => draw(at, String(at)));
}

// ---- What stands beside the picture ---------------------------------------------------------------------------------

function shapeOf(operand, view) {
    const values = known(view, view.ids);
    const extents = operand.dims.map(d => shown(valueOf(d.extent, values))).join(" × ");
    const texts = operand.dims.map(d => d.extentText).join(", ");
    return operand.dims.length ? [`(${texts}) `, element("span", { class: "numbers" }, `= ${extents}`)] : null;
}

// A block as the call writes it: "BM × 1".
function blockText(operand) {
    return operand.dims.map(d => d.kind === "full" ? "all" : d.kind === "one" ? "1" : d.sizeText ?? "1").join(" × ");
}

function indexText(operand, view) {
    const values = known(view, view.ids);
    const parts = operand.dims.map(d => d.indexText ?? "0").join(", ");
    const numbers = operand.dims.map(d => d.kind === "full" ? "0" : shown(valueOf(d.index, values))).join(", ");
    return parts === numbers ? `(${parts})` : `(${parts}) = (${numbers})`;
}

function rangeText(window) {
    const range = d => d.start === null ? "?" : d.size === 1 ? `${d.start}` : `${d.start}:${d.start + d.size}`;
    return "[" + window.map(range).join(", ") + "]";
}

// How much of the window is outside its array; nothing if none of it is.
function outsideText(operand, window) {
    if (window.some(d => d.start === null || d.size === null || d.extent === null))
        return "";
    const inside = window.map(d => Math.max(0, Math.min(d.start + d.size, d.extent) - Math.max(d.start, 0)));
    if (window.every((d, i) => inside[i] === d.size))
        return "";
    return `${inside.join(" × ")} of ${window.map(d => d.size).join(" × ")} inside the array` +
           (operand.read && operand.edge !== null ? `; others read as ${operand.edge}` : "");
}

// Where a group of lanes has the window, if not in the array.
function placeText(view, operand) {
    const places = {
        local: "a copy in " + view.call.group.memory,
        registers: "held in registers",
        copy: "a copy in global memory",
        edge: "a copy in global memory if it extends past the array",
    };
    if (!view.call.group.shares)
        return "";
    const slices = `slices of it are copied to ${view.call.group.memory}` + (operand.slices > 1 ? `, ${operand.slices} at a time` : "");
    return places[operand.place] ?? (operand.slices ? slices : "");
}

// The indices on the dims that are not drawn.
function otherDims(view, operand, window, drawn) {
    const lines = [];
    window.forEach((w, d) => {
        const all = operand.dims[d].kind === "full" || (w.start === 0 && w.size === w.extent);
        if (!drawn.includes(d) && w.extent !== 1)
            lines.push(`dim ${d}: ${all ? "all of" : shown(w.start) + " of"} ${shown(w.extent)}`);
    });
    return lines;
}

// What stands below the picture, line by line.
function detailsOf(view, operand, scale) {
    const window = windowAt(view, operand, view.ids), drawn = drawnDims(view, operand), lines = [];
    if (operand.windows)
        lines.push(`block ${blockText(operand)} at ${indexText(operand, view)}`, `elements ${rangeText(window)}`);
    else
        lines.push("no blocks: the kernel addresses all of it");
    const outside = operand.windows ? outsideText(operand, window) : "";
    if (outside)
        lines.push(element("span", { class: "partial" }, outside));
    lines.push(placeText(view, operand), ...otherDims(view, operand, window, drawn));
    if (drawn.some(d => laneOf(view, operand, d, scale).stretched))
        lines.push("narrow dims are drawn wider than to scale");
    return lines.filter(line => line !== "").map((line, i) => [i ? element("br") : null, line]);
}

function drawOperand(view, operand, scale) {
    const events = eventsOf(view, operand, stepOf(view)), words = wordsFor(operand, events);
    return element("figure", { class: "operand", "data-operand": operand.name },
        element("figcaption", {},
            element("strong", {}, operand.name), " ",
            lineLink(view.call.file, operand.line, operand.kind, "kind"),
            ` ${operand.type} `, shapeOf(operand, view)),
        element("p", { class: "events" }, words.map(word => element("span", { class: "event " + word.split(" ")[0] }, word))),
        drawArray(view, operand, events, scale),
        element("p", { class: "detail" }, detailsOf(view, operand, scale)));
}
