// 30_elements.js -- makes elements of the page: element("p", { class: "note" }, "text", element(...)).

const SVG = "http://www.w3.org/2000/svg";

function fill(to, attributes, children) {
    for (const [name, value] of Object.entries(attributes))
        if (name.startsWith("on"))
            to.addEventListener(name.slice(2), value);
        else if (value !== null && value !== undefined && value !== false)
            to.setAttribute(name, value === true ? "" : value);
    to.append(...children.flat(Infinity).filter(child => child !== null && child !== undefined && child !== false && child !== ""));
    return to;
}

function element(tag, attributes = {}, ...children) {
    return fill(document.createElement(tag), attributes, children);
}

function shape(tag, attributes = {}, ...children) {
    return fill(document.createElementNS(SVG, tag), attributes, children);
}

// A picture of this size, which paper may make smaller.
function picture(width, height, words) {
    return shape("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": words });
}

function rectangle(x, y, width, height, kind) {
    return shape("rect", { x, y, width: Math.max(width, 0), height: Math.max(height, 0), class: kind });
}

function label(x, y, text, kind) {
    return shape("text", { x, y, class: kind }, text);
}

function cell(text, kind) {
    return element("td", { class: kind }, text);
}

// A small square in the color of its kind.
function swatch(kind) {
    return element("i", { class: "swatch " + kind });
}

// Goes to a line of the source.
function lineLink(file, line, text, kind) {
    const go = event => {
        event.preventDefault();
        goToLine(file, line);
    };
    return element("a", { href: "#source", class: kind, onclick: go }, text);
}

// The color of the window of an operand.
function colorOf(operand) {
    return !operand.written ? "read" : operand.read ? "both" : "written";
}

// "128 KiB", with at most one digit after the point; 1000 bytes are "1000 bytes".
function bytesText(bytes) {
    if (bytes === null)
        return "known at run time";
    for (const [unit, size] of [["MiB", 1 << 20], ["KiB", 1 << 10]])
        if (bytes >= size)
            return (Math.round(bytes / size * 10) / 10) + " " + unit;
    return bytes + " bytes";
}

function shown(value) {
    return value === null ? "?" : String(value);
}
