// 50_grid.js -- draws the grid of programs, and the schedule of copies around the step.

const MOST_CELLS_ON_A_SIDE = 60, CELLS_PIXELS = 240, MOST_CELL = 15, LEAST_CELL = 3;

// What a cell of the grid is: the current program, one before it on sequential axes, or another.
function cellKind(view, [r, row], [c, column]) {
    const current = (r === undefined || view.ids[r] === row) && view.ids[c] === column;
    const before = !view.call.axes[c].parallel && (r === undefined || row <= view.ids[r]) && column < view.ids[c];
    return "cell" + (current ? " current" : before ? " before" : "");
}

// The grid on two axes of one kind, rows first: a cell for each program.
function drawCells(view, axes, move) {
    const grid = gridOf(view), [r, c] = axes.length === 2 ? axes : [undefined, axes[0]];
    const rows = r === undefined ? 1 : grid[r] ?? 1, columns = grid[c] ?? 1, most = Math.max(rows, columns);
    if (most > MOST_CELLS_ON_A_SIDE || rows < 1 || columns < 1)
        return element("p", { class: "detail" }, `${rows} × ${columns} programs` + (most > 1 ? ": too many to draw" : ""));
    const size = Math.max(LEAST_CELL, Math.min(MOST_CELL, Math.floor(CELLS_PIXELS / most)));
    const left = r === undefined ? 4 : 18, top = 16, names = axes.map(a => view.call.axes[a].name), parallel = view.call.axes[c].parallel;
    const svg = picture(left + columns * size + 4, top + rows * size + 4,
                        `programs along ${names.join(" and ")}, ${parallel ? "parallel" : "sequential"}`);
    for (let row = 0; row < rows; row++)
        for (let column = 0; column < columns; column++) {
            const kind = cellKind(view, [r, row], [c, column]);
            const cell = rectangle(left + column * size, top + row * size, size - 1, size - 1, kind);
            cell.addEventListener("click", () => move(view.ids.map((id, a) => a === r ? row : a === c ? column : id)));
            svg.append(cell);
        }
    svg.append(label(left, 11, names[names.length - 1] + (parallel ? "" : " →"), "tick start"));
    if (r !== undefined)
        svg.append(label(left - 4, top + 10, names[0], "tick row"));
    return svg;
}

// The cells of the last two parallel axes, and of the last two sequential ones.
function drawGrid(view, move) {
    const kinds = [[true, "parallel: in any order, or at the same time"], [false, "sequential: in this order"]], figures = [];
    for (const [parallel, words] of kinds) {
        const axes = view.call.axes.map((axis, a) => a).filter(a => view.call.axes[a].parallel === parallel).slice(-2);
        if (axes.length)
            figures.push(element("figure", { class: "cells" }, drawCells(view, axes, move), element("figcaption", {}, words)));
    }
    return figures;
}

// ---- The schedule ---------------------------------------------------------------------------------------------------

const SCHEDULE_STEPS = 24, STEP_PIXELS = 40, ROW_PIXELS = 30, DIGIT_PIXELS = 6.6, SCHEDULE_LEFT = 90, SCHEDULE_TOP = 22;

// The number of a block as the index map gives it: "0,2".
function blockName(view, operand, step) {
    const values = known(view, idsAt(view, step, steppedAxes(view)));
    const moving = operand.dims.filter(d => d.kind !== "full" && typeof d.index !== "number");
    return moving.map(d => shown(valueOf(d.index, values))).join(",");
}

// One visit: a bar, a thin line before it while its copy is in flight, and a hook after it where it is written back.
// range: the steps that are drawn; x: where a step begins.
function drawVisit(view, operand, step, range, x, y) {
    const { visit, unknown } = eventsOf(view, operand, step), copied = isCopied(view, operand) && !unknown;
    const end = x(Math.min(visit.last + 1, range.to)), name = unknown ? "?" : blockName(view, operand, step);
    const parts = [rectangle(x(step) + 1, y + 6, end - x(step) - 2, 16, "visit " + colorOf(operand))];
    if (name && name.length * DIGIT_PIXELS < end - x(step))
        parts.push(label((x(step) + end) / 2, y + 18, name, "block"));
    if (copied && operand.fetched && visit.first >= range.from) {
        const start = Math.max(fetchStep(view, operand, visit), range.from - 0.5), ahead = start < visit.first ? STEP_PIXELS / 3 : 0;
        parts.push(shape("path", { class: "flight", d: `M${x(start) + ahead} ${y + 3}H${x(visit.first) + 1}v4` }));
    }
    if (copied && operand.flushed && visit.last < range.to)
        parts.push(shape("path", { class: "flush", d: `M${end - 1} ${y + 22}v4h${STEP_PIXELS / 3}` }));
    return parts;
}

function drawVisits(view, operand, range, x, y) {
    const parts = [label(SCHEDULE_LEFT - 8, y + 18, operand.name, "tick row name")];
    for (let step = range.from; step < range.to; step = visitAt(view, operand, step).last + 1)
        parts.push(...drawVisit(view, operand, step, range, x, y));
    return parts;
}

// The steps around the current one; null: there is only one, or no window.
function drawSchedule(view, move) {
    const count = stepCount(view), operands = view.call.operands.filter(o => o.windows), now = stepOf(view);
    if (count < 2 || !operands.length)
        return null;
    const from = Math.max(0, Math.min(now - SCHEDULE_STEPS / 2, count - SCHEDULE_STEPS)), to = Math.min(count, from + SCHEDULE_STEPS);
    const x = step => SCHEDULE_LEFT + (step - from) * STEP_PIXELS, height = SCHEDULE_TOP + operands.length * ROW_PIXELS + 4;
    const svg = picture(x(to) + 16, height, `when windows are fetched, used and written back, steps ${from} to ${to - 1}`);
    svg.append(rectangle(x(now), 0, STEP_PIXELS, height, "now"));
    for (let step = from; step < to; step++) {
        const number = label(x(step) + STEP_PIXELS / 2, 14, String(step), "block step");
        number.addEventListener("click", () => move(idsAt(view, step, steppedAxes(view))));
        svg.append(number);
    }
    operands.forEach((operand, i) => svg.append(...drawVisits(view, operand, { from, to }, x, SCHEDULE_TOP + i * ROW_PIXELS)));
    return element("div", { class: "scroll" }, svg);
}
