// 10_values.js -- expressions of the facts: a number, the name of a size, scalar or axis, or [operation, operand, ...].
// null is a value that is known only when the program runs, and so is everything that depends on it.

const operations = {
    "+": (a, b) => a + b,
    "-": (a, b) => b === undefined ? -a : a - b,
    "*": (a, b) => a * b,
    "/": (a, b) => b ? Math.trunc(a / b) : null,
    "%": (a, b) => b ? a % b : null,
    "cdiv": (a, b) => b ? Math.ceil(a / b) : null,
    "multiple": a => a,
    "<": (a, b) => +(a < b),
    ">": (a, b) => +(a > b),
    "<=": (a, b) => +(a <= b),
    ">=": (a, b) => +(a >= b),
    "==": (a, b) => +(a === b),
    "!=": (a, b) => +(a !== b),
    "&&": (a, b) => +(a && b ? 1 : 0),
    "||": (a, b) => +(a || b ? 1 : 0),
    "!": a => +!a,
    "&": (a, b) => a & b,
    "|": (a, b) => a | b,
    "^": (a, b) => a ^ b,
    "<<": (a, b) => a << b,
    ">>": (a, b) => a >> b,
};

// known: numbers by name, and tables by name, each a list of the elements that the reader gave.
function valueOf(expression, known) {
    if (expression === null || typeof expression === "number")
        return expression;
    if (typeof expression === "string")
        return known.numbers[expression] ?? null;
    const [operation, ...operands] = expression;
    if (operation === "[]")
        return elementOf(operands[0], operands.slice(1).map(o => valueOf(o, known)), known);
    if (operation === "?") {
        const condition = valueOf(operands[0], known);
        return condition === null ? null : valueOf(operands[condition ? 1 : 2], known);
    }
    const values = operands.map(o => valueOf(o, known));
    return values.includes(null) ? null : operations[operation](...values);
}

// Tables of several dims have no elements here: the reader cannot give them.
function elementOf(table, indices, known) {
    const elements = known.tables[table];
    return indices.length === 1 && elements && elements[indices[0]] !== undefined ? elements[indices[0]] : null;
}

// Calls visit(node) for the expression and all its parts.
function eachPart(expression, visit) {
    visit(expression);
    if (Array.isArray(expression))
        expression.slice(1).forEach(part => eachPart(part, visit));
}

function names(expression, name) {
    let found = false;
    eachPart(expression, part => { found = found || part === name; });
    return found;
}

function hasOperation(expression, operation) {
    let found = false;
    eachPart(expression, part => { found = found || (Array.isArray(part) && part[0] === operation); });
    return found;
}

// The number that PL_MULTIPLE_OF promises the name to be a multiple of; 1: there is no promise.
function promisedMultiple(expressions, name) {
    let multiple = 1;
    for (const e of expressions)
        eachPart(e, part => {
            if (Array.isArray(part) && part[0] === "multiple" && part[1] === name && typeof part[2] === "number")
                multiple = part[2];
        });
    return multiple;
}

// ---- Sizes to begin with --------------------------------------------------------------------------------------------

const MOST_SIZE = 1 << 24;

// The smallest value of the name for which the expression is at least this number; null: there is none.
function smallestFor(expression, name, numbers, least) {
    const reaches = value => valueOf(expression, { numbers: { ...numbers, [name]: value }, tables: {} }) >= least;
    let high = 1;
    while (high < MOST_SIZE && !reaches(high))
        high *= 2;
    if (!reaches(high))
        return null;
    let low = high >> 1;
    while (high - low > 1) {
        const middle = (low + high) >> 1;
        if (reaches(middle))
            high = middle;
        else
            low = middle;
    }
    return high;
}

// A size that gives the axis a few programs, the last of which extends past the array where that may happen.
function sizeForAxis(axis, name, numbers) {
    const extent = axis.extent, two = smallestFor(extent, name, numbers, 2), three = smallestFor(extent, name, numbers, 3);
    if (two === null || three === null)
        return null;
    const block = three - two;
    if (block === 1)
        return axis.parallel ? two : two + 2;
    return hasOperation(extent, "cdiv") ? three + (block >> 1) - 1 : three;
}

const DEVICES = 4, BLOCK = 16;

// Whether it is the size of a block, or part of it.
function isBlockSize(call, name) {
    return call.operands.some(o => o.dims.some(d => d.kind !== "full" && names(d.size, name)));
}

function sizeFor(call, name, numbers) {
    if (call.mesh.some(m => names(m.extent, name)))
        return DEVICES;
    for (const axis of call.axes)
        if (names(axis.extent, name)) {
            const size = sizeForAxis(axis, name, numbers);
            if (size !== null)
                return size;
        }
    const dims = call.operands.flatMap(o => o.dims).filter(d => names(d.extent, name));
    const cut = dims.find(d => d.kind === "block" && typeof d.size === "number");
    const size = cut ? smallestFor(cut.extent, name, numbers, typeof cut.index === "number" ? cut.size : 4 * cut.size) : null;
    if (size !== null)
        return size;
    return dims.length === 0 ? 1 : dims.some(d => d.kind === "one") ? 3 : 64;
}

// All expressions that the page computes.
function expressionsOf(call) {
    const ofDim = d => [d.extent, d.size, d.index, d.low, d.high, d.count];
    return [...call.axes.map(a => a.extent), ...call.operands.flatMap(o => o.dims.flatMap(ofDim)), ...call.blocks.flatMap(b => b.dims)];
}

function usesName(call, name) {
    return expressionsOf(call).some(e => names(e, name));
}

// Returns numbers by name: those of --size, and others that make a picture.
function startingNumbers(call) {
    const numbers = {}, expressions = expressionsOf(call);
    for (const p of call.parameters)
        numbers[p.name] = p.value ?? (isBlockSize(call, p.name) ? BLOCK : 1);
    for (const p of call.parameters)
        if (p.value === null && !isBlockSize(call, p.name)) {
            const multiple = promisedMultiple(expressions, p.name);
            numbers[p.name] = Math.ceil(sizeFor(call, p.name, numbers) / multiple) * multiple;
        }
    return numbers;
}
