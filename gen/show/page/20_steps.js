// 20_steps.js -- the programs of a call in order, and what happens to the window of each operand in a step. No drawing here.
//
// A view is what the reader looks at: { call, numbers, tables, ids }, ids: of the program, one for each axis.
// On a machine that copies windows, the steps are all programs in the order of the grid. A group of lanes (a thread block)
// has one program of the parallel axes, and its steps are those of the sequential axes.

function known(view, ids) {
    const numbers = { ...view.numbers };
    view.call.axes.forEach((axis, a) => { numbers[axis.name] = ids[a]; });
    return { numbers, tables: view.tables };
}

// How many programs each axis has; null: unknown.
function gridOf(view) {
    return view.call.axes.map(axis => valueOf(axis.extent, { numbers: view.numbers, tables: view.tables }));
}

// The axes that steps count, slowest first.
function steppedAxes(view) {
    const all = view.call.axes.map((axis, a) => a);
    return view.call.group.shares ? all.filter(a => !view.call.axes[a].parallel) : all;
}

function stepCount(view) {
    const grid = gridOf(view);
    return steppedAxes(view).reduce((count, a) => count * Math.max(grid[a] ?? 1, 0), 1);
}

function programCount(view) {
    return gridOf(view).reduce((count, extent) => count * Math.max(extent ?? 1, 0), 1);
}

// The number of the program with these ids among those of these axes.
function numberOf(view, ids, axes) {
    const grid = gridOf(view);
    return axes.reduce((number, a) => number * (grid[a] ?? 1) + ids[a], 0);
}

// The ids with those of the axes set to this number.
function idsAt(view, number, axes) {
    const grid = gridOf(view), ids = [...view.ids];
    for (const a of [...axes].reverse()) {
        const extent = grid[a] ?? 1;
        ids[a] = number % extent;
        number = Math.floor(number / extent);
    }
    return ids;
}

function stepOf(view) {
    return numberOf(view, view.ids, steppedAxes(view));
}

// ---- Windows --------------------------------------------------------------------------------------------------------

// Where the window begins on a dim of its array, and how long it is there; start null: it depends on a table.
function windowOnDim(dim, known) {
    const extent = valueOf(dim.extent, known), index = valueOf(dim.index, known), size = valueOf(dim.size, known);
    switch (dim.kind) {
    case "full": return { start: 0, size: extent, extent, index: 0 };
    case "one": return { start: index, size: 1, extent, index };
    case "element": return { start: index === null ? null : index - (valueOf(dim.low, known) ?? 0), size, extent, index };
    case "bounded": return { start: index, size: valueOf(dim.count, known) ?? size, extent, index };
    default: return { start: index === null || size === null ? null : index * size, size, extent, index };
    }
}

function windowAt(view, operand, ids) {
    const values = known(view, ids);
    return operand.dims.map(dim => windowOnDim(dim, values));
}

// A text that differs between different windows of the operand; null: unknown.
function keyAt(view, operand, step) {
    const window = windowAt(view, operand, idsAt(view, step, steppedAxes(view)));
    return window.some(d => d.start === null) ? null : window.map(d => d.start + "+" + d.size).join(" ");
}

const MOST_STEPS_OF_VISIT = 2000;

// A visit: the consecutive steps with the same window, { first, last }.
function visitAt(view, operand, step) {
    const key = keyAt(view, operand, step), count = stepCount(view);
    let first = step, last = step;
    if (key === null)
        return { first, last, key };
    while (first > 0 && step - first < MOST_STEPS_OF_VISIT && keyAt(view, operand, first - 1) === key)
        first--;
    while (last + 1 < count && last - step < MOST_STEPS_OF_VISIT && keyAt(view, operand, last + 1) === key)
        last++;
    return { first, last, key };
}

// Whether the window is a copy, which is fetched and written back, rather than accessed in its array.
function isCopied(view, operand) {
    return operand.windows && (!view.call.group.shares || !["array", "edge"].includes(operand.place));
}

function buffersOf(view, operand) {
    return view.call.group.shares ? operand.groupBuffers : operand.buffers;
}

// The step in which the fetch of a visit starts, -1: before the first step.
function fetchStep(view, operand, visit) {
    const buffers = buffersOf(view, operand);
    if (operand.ahead && buffers > 1 && !view.call.group.shares) {      // as soon as a buffer is free
        let start = visit.first;
        for (let b = 1; b < buffers && start > 0; b++)
            start = visitAt(view, operand, start - 1).first;
        return start > 0 ? start : -1;
    }
    return Math.max(visit.first - (buffers - 1), -1);
}

// What happens to an operand in a step.
//   fetched  its window is used for the first time and was, or is, copied in;  fetchedAt: the step in which that started
//   fresh    a window that is not fetched begins
//   stays    it is the window of the step before
//   flushed  it is copied back after this step
//   next     the next visit, if its fetch has started by now
function eventsOf(view, operand, step) {
    const copied = isCopied(view, operand), visit = visitAt(view, operand, step), count = stepCount(view);
    const begins = visit.first === step, fetches = copied && operand.fetched;
    const events = {
        copied, visit,
        unknown: visit.key === null,
        stays: !begins,
        fetched: fetches && begins,
        fetchedAt: fetches ? fetchStep(view, operand, visit) : null,
        fresh: copied && !operand.fetched && begins,
        flushed: copied && operand.flushed && visit.last === step,
        next: null,
    };
    if (fetches && visit.key !== null && visit.last + 1 < count) {
        const next = visitAt(view, operand, visit.last + 1);
        if (next.key !== null && next.first !== step && fetchStep(view, operand, next) <= step)
            events.next = next;
    }
    return events;
}

function accessOf(operand) {
    return !operand.written ? "read" : operand.read ? "read and written" : "written";
}

// The same in words, in the order in which they happen.
function wordsFor(operand, events) {
    const words = [];
    if (!operand.windows)
        return [operand.dims.length ? "in place" : "in memory"];
    if (events.unknown)
        return ["window unknown: it depends on a table"];
    if (!events.copied)
        words.push(accessOf(operand) + " in place");
    if (events.fetched)
        words.push(events.fetchedAt < events.visit.first ? "fetched ahead" : "fetched now");
    if (events.fresh)
        words.push("a new block");
    if (events.copied && events.stays)
        words.push("stays");
    if (events.next)
        words.push("next block on its way");
    if (events.flushed)
        words.push("written back");
    return words;
}
