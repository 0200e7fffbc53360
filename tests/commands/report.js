// report.js -- used in a page of pallasc --report, which tests/commands/report.sh opens in a browser: it does what a reader does,
// and writes what it finds into an element, which the browser prints: lines "ok WHAT" and "FAILED WHAT", and the copies that the
// page shows for each operand, in the words of PALLAS=events.

const findings = [];

function expect(what, holds) {
    findings.push((holds ? "ok " : "FAILED ") + what);
}

function press(key, target = document.activeElement) {
    target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
}

const text = selector => document.querySelector(selector)?.textContent ?? "";

function stepThrough(section) {
    const program = () => section.querySelector(".program").textContent, live = () => section.querySelector(".live").textContent;
    const first = program(), picture = () => section.querySelector(".arrays").innerHTML;
    const before = picture(), said = live();
    expect("the call has the focus when the page opens", document.activeElement === section);
    press("ArrowRight");
    expect("ArrowRight goes to the next program", program() !== first);
    expect("the picture follows", picture() !== before);
    expect("a reader without a picture is told", live() !== said && live().startsWith(program()));
    press("ArrowLeft");
    expect("ArrowLeft goes back", program() === first && picture() === before);
    press("End");
    const last = program();
    press("ArrowRight");
    expect("End is the last program", program() === last && last !== first);
    press("Home");
    expect("Home is the first", program() === first);
    section.querySelector('[data-go="on"]').click();
    expect("the button goes to the next program", program() !== first);
    const slider = section.querySelector("input[type=range]");
    slider.value = 1;
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    expect("the slider of an axis moves along it", program().includes(`(${slider.dataset.axis}=1`));
    press("Home", section);
    if (section.querySelector("[data-parameter]"))
        changeSize(section, picture);
}

function changeSize(section, picture) {
    const before = picture();
    const size = section.querySelector("[data-parameter]"), value = size.value;
    size.value = Number(value) * 2;
    size.dispatchEvent(new Event("input", { bubbles: true }));
    expect("a size changes the picture", picture() !== before);
    size.value = value;
    size.dispatchEvent(new Event("input", { bubbles: true }));
    expect("and changes it back", picture() === before);
}

// Whether the line is within the part of its list that is not scrolled away.
function isSeen(line) {
    const list = line.closest(".lines").getBoundingClientRect(), place = line.getBoundingClientRect();
    return place.top >= list.top && place.bottom <= list.bottom;
}

function followLinks() {
    const source = [...document.querySelectorAll("[id^=source-] li.line")];
    const dot = source.find(line => /^\s*PL_(DOT|EACH|REDUCE|SYNC_COPY|FILL)/.test(line.textContent) && linkedLines(line).length);
    dot.click();
    const linked = [...document.querySelectorAll(".pane li.linked")];
    const emitted = linked.filter(line => line.closest(".pane").id.startsWith("code"));
    expect("a line of the source shows its emitted lines", linked.length > 0 && emitted.length === linked.length);
    expect("they can be seen", isSeen(linked[0]) && isSeen(dot));
    expect("their number is said", text("#linked").includes(`${linked.length} emitted`));
    press("ArrowRight");
    expect("ArrowRight goes to the emitted line", document.activeElement === linked[0]);
    expect("which shows the line of the source", document.querySelector("[id^=source-] li.linked") === dot);
    press("Enter");
    expect("Enter goes back", document.activeElement === dot);
    press("ArrowDown");
    expect("ArrowDown goes to the next line", document.activeElement.dataset.line === String(Number(dot.dataset.line) + 1));
    const all = [...document.querySelectorAll("[data-from]")];
    expect("each linked line of the source exists", all.every(line => linkedLines(line).length === 1));
}

function checkNames() {
    const named = e => e.getAttribute("aria-label") || e.textContent.trim() || e.labels?.length;
    expect("each control has a name", [...document.querySelectorAll("button, input, a, [role=img]")].every(named));
    const ids = [...document.querySelectorAll("[id]")].map(e => e.id);
    expect("ids are unique", new Set(ids).size === ids.length);
    expect("the facts are complete", !/undefined|NaN|\[object|null|false/.test(document.querySelector("main .call")?.innerText ?? ""));
}

// The copies of a call, "x in start step 0 block [0][128]", as the page shows them.
function copies(call) {
    const view = viewOf(call), lines = [];
    for (const operand of call.operands)
        for (let step = 0; step < stepCount(view); step++) {
            const events = eventsOf(view, operand, step), window = windowAt(view, operand, idsAt(view, step, steppedAxes(view)));
            const block = window.map(d => `[${d.start}]`).join("");
            if (events.fetched)
                lines.push(`${operand.name} in start step ${Math.max(events.fetchedAt, 0)} block ${block}`);
            if (events.flushed)
                lines.push(`${operand.name} out start step ${step} block ${block}`);
        }
    return lines;
}

function checkMessages() {
    const notes = [...document.querySelectorAll(".note")], shown = facts.sources.map(s => s.name);
    for (const m of facts.messages.filter(m => m.line && shown.includes(m.file))) {
        const note = notes.find(n => n.textContent.includes(m.text));
        let line = note;
        while (line && !line.classList.contains("line"))
            line = line.previousElementSibling;
        expect(`the ${m.kind} is at its line`, line?.dataset.line === String(m.line));
    }
    const warnings = facts.messages.filter(m => m.kind === "warning");
    expect("warnings are at the top", document.querySelectorAll(".messages li.warning").length === warnings.length);
}

// The page of a file with errors has no calls: each error is at the top, with a link to its line, and the first one can be seen.
function checkErrors(errors) {
    const links = [...document.querySelectorAll(".messages li.error a")], selected = document.querySelector("li.line.selected");
    expect("each error is at the top", links.length === errors.length && errors.every((e, i) => links[i].parentNode.textContent.includes(e.text)));
    expect("the first one is selected", selected?.dataset.line === String(errors[0].line) && isSeen(selected));
    links.at(-1).click();
    expect("a link goes to its line", document.querySelector("li.line.selected").dataset.line === String(errors.at(-1).line));
    expect("the page says that it has no calls because of them", text(".top").includes("has errors") && !facts.calls.length);
}

function checkTimeline() {
    const image = document.querySelector("#timeline img"), bars = document.querySelectorAll("#timeline svg rect");
    const drawn = image ? image.naturalWidth > 300 : bars.length > 20;
    expect("the timeline is there if it is given", facts.timeline === null ? !image && !bars.length : drawn);
}

function report() {
    const call = document.querySelector("section.call");
    if (facts.calls.length && facts.calls[0].axes.length)
        stepThrough(call);
    if (facts.code.length)
        followLinks();
    const errors = facts.messages.filter(m => m.kind === "error");
    if (errors.length)
        checkErrors(errors);
    checkNames();
    checkMessages();
    checkTimeline();
    for (const c of facts.calls)
        findings.push(...copies(c).map(line => `copy ${c.name} ${line}`));
    for (const row of document.querySelectorAll(".bars tr"))
        findings.push("bar " + [...row.querySelectorAll("th, td")].map(cell => cell.textContent.trim()).join(" | "));
    findings.push("end");
    document.body.append(element("pre", { id: "findings" }, "\n" + findings.join("\n") + "\n"));
}

window.addEventListener("error", event => findings.push("FAILED error " + event.message));
window.addEventListener("load", report);
