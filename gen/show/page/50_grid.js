// 50_grid.js -- draws the grid of programs, and the schedule of copies around the step.

const MOST_CELLS_ON_A_SIDE = 60;

// The grid on two axes of one kind, rows first: a cell for each program, the current one filled, those before it shaded.
function drawCells(view, axes, move) {
    const grid = gridOf(view), [r, c] = axes.length === 2 ? axes : [undefined, axes[0]];
    const rows = r === undefined ? 1 : grid[r] ?? 1, columns = grid[c] ?? 1;
    const size = Math.max(3, Math.min(15, Math.floor(240 / Math.max(rows, columns))));
    if (rows > MOST_CELLS_ON_A_SIDE || columns > MOST_CELLS_ON_A_SIDE || rows < 1 || columns < 1)
        return element("p", { class: "detail" }, `${rows} × ${columns} programs: too many to draw`);
    const left = r === undefined ? 4 : 18, top = 16, names = axes.map(a => view.call.axes[a].name);
    const parallel = view.call.axes[c].parallel;
    const svg = picture(left + columns * size + 4, top + rows * size + 4, `programs along ${names.join(" and ")}, ${parallel ? "parallel" : "sequential"}`);
    for (let row = 0; row < rows; row++)
        for (let column = 0; column < columns; column++) {
            const current = (r === undefined || view.ids[r] === row) && view.ids[c] === column;
            const before = !parallel && (r === undefined || row <= view.ids[r]) && column < view.ids[c];
            const cell = rectangle(left + column * size, top + row * size, size - 1, size - 1, "cell" + (current ? " current" : before ? " before" : ""));
            cell.addEventListener("click", () => {
                const ids = [...view.ids];
                ids[c] = column;
                if (r !== undefined)
                    ids[r] = row;
                move(ids);
            });
            svg.append(cell);
        }
    svg.append(label(left, 11, names[names.length - 1] + (parallel ? "" : " →"), "tick start"));
    if (r !== undefined)
        svg.append(label(left - 4, top + 10, names[0], "tick row"));
    return svg;
}

// The cells of the last two parallel axes, and of the last two sequential ones.
function drawGrid(view, move) {
    const all = view.call.axes.map((axis, a) => a);
    const kinds = [[true, "parallel: in any order, or at the same time"], [false, "sequential: in this order"]];
    return kinds.map(([parallel, words]) => {
        const axes = all.filter(a => view.call.axes[a].parallel === parallel).slice(-2);
        return axes.length ? element("figure", { class: "cells" }, drawCells(view, axes, move), element("figcaption", {}, words)) : null;
    });
}

// ---- The schedule ---------------------------------------------------------------------------------------------------

const SCHEDULE_STEPS = 24, STEP_PIXELS = 40, ROW_PIXELS = 30, DIGIT_PIXELS = 6.6, SCHEDULE_LEFT = 90;

// The number of a block as the index map gives it: "0,2".
function blockName(view, operand, step) {
    const ids = idsAt(view, step, steppedAxes(view)), values = known(view, ids);
    return operand.dims.filter(d => d.kind !== "full" && typeof d.index !== "number").map(d => shown(valueOf(d.index, values))).join(",");
}

// One operand: a bar for each visit, a thin line before it while its copy is in flight, and a mark where it is written back.
function drawVisits(view, operand, from, to, y) {
    const parts = [], x = step => SCHEDULE_LEFT + (step - from) * STEP_PIXELS;
    for (let step = from; step < to;) {
        const events = eventsOf(view, operand, step), last = Math.min(events.visit.last, to - 1), end = x(last + 1);
        parts.push(rectangle(x(step) + 1, y + 6, end - x(step) - 2, 16, "visit " + (operand.written ? operand.read ? "both" : "written" : "read")));
        const name = events.unknown ? "?" : blockName(view, operand, step);
        if (name && name.length * DIGIT_PIXELS < end - x(step))
            parts.push(label((x(step) + end) / 2, y + 18, name, "block"));
        if (isCopied(view, operand) && operand.fetched && !events.unknown && events.visit.first >= from) {
            const start = Math.max(fetchStep(view, operand, events.visit), from - 0.5);
            parts.push(shape("path", { class: "flight", d: `M${x(start) + (start < events.visit.first ? STEP_PIXELS / 3 : 0)} ${y + 3}H${x(events.visit.first) + 1}v4` }));
        }
        if (isCopied(view, operand) && operand.flushed && events.visit.last < to && !events.unknown)
            parts.push(shape("path", { class: "flush", d: `M${end - 1} ${y + 22}v4h${STEP_PIXELS / 3}` }));
        step = last + 1;
    }
    return parts;
}

function drawSchedule(view, move) {
    const count = stepCount(view), operands = view.call.operands.filter(o => o.windows);
    if (count < 2 || !operands.length)
        return null;
    const step = stepOf(view), from = Math.max(0, Math.min(step - SCHEDULE_STEPS / 2, count - SCHEDULE_STEPS)), to = Math.min(count, from + SCHEDULE_STEPS);
    const width = SCHEDULE_LEFT + (to - from) * STEP_PIXELS + 16, top = 22, height = top + operands.length * ROW_PIXELS + 4;
    const svg = picture(width, height, `when windows are fetched, used and written back, steps ${from} to ${to - 1}`);
    svg.append(rectangle(SCHEDULE_LEFT + (step - from) * STEP_PIXELS, 0, STEP_PIXELS, height, "now"));
    for (let s = from; s < to; s++) {
        const text = label(SCHEDULE_LEFT + (s - from) * STEP_PIXELS + STEP_PIXELS / 2, 14, String(s), "block step");
        text.addEventListener("click", () => move(idsAt(view, s, steppedAxes(view))));
        svg.append(text);
    }
    operands.forEach((operand, i) => svg.append(label(SCHEDULE_LEFT - 8, top + i * ROW_PIXELS + 18, operand.name, "tick row name"),
                                                 ...drawVisits(view, operand, from, to, top + i * ROW_PIXELS)));
    return element("div", { class: "scroll" }, svg);
}
