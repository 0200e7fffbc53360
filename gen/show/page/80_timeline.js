// 80_timeline.js -- what a run has drawn: the picture of PALLAS=timeline=, as it is, or the times of trace=.

const TRACE_PIXELS = 1050, TRACE_ROW = 18, TRACE_LEFT = 130;

// The events of a trace, whose list may lack its end.
function eventsOfTrace(text) {
    for (const end of ["", "]", "{}]"])
        try {
            const made = JSON.parse(text + end);
            return Array.isArray(made) ? made : made.traceEvents ?? [];
        } catch {
            continue;
        }
    return [];
}

// A function that returns the name of the lane of an event, as the trace gives it.
function laneNames(all, events) {
    const names = new Map(), severalProcesses = all.some(e => e.ph === "X" && e.pid !== events[0].pid);
    for (const e of all)
        if (["thread_name", "process_name"].includes(e.name))
            names.set(e.name === "thread_name" ? `${e.pid} ${e.tid}` : e.pid, e.args.name);
    return event => {
        const lane = names.get(`${event.pid} ${event.tid}`) ?? String(event.tid), process = names.get(event.pid);
        return process && severalProcesses ? `${process}, ${lane}` : lane;
    };
}

const TRACE_KINDS = [[/ in$/, "visit read"], [/ out$/, "visit written"], [/^wait/, "visit waits"], [/^step/, "visit steps"]];

// The complete events of a trace in the format of Perfetto, a row for each lane.
function drawTrace(all) {
    const events = all.filter(e => e.ph === "X" && e.dur > 0).sort((a, b) => a.pid - b.pid || a.tid - b.tid);
    if (!events.length)
        return element("p", { class: "detail" }, "The trace has no times.");
    const nameOf = laneNames(all, events), lanes = [...new Set(events.map(nameOf))], bottom = lanes.length * TRACE_ROW + 14;
    const first = Math.min(...events.map(e => e.ts)), length = Math.max(...events.map(e => e.ts + e.dur)) - first;
    const scale = TRACE_PIXELS / length;
    const svg = picture(TRACE_LEFT + TRACE_PIXELS + 10, bottom + 6, "times of a run");
    lanes.forEach((lane, i) => svg.append(label(TRACE_LEFT - 6, i * TRACE_ROW + 13, lane, "tick row")));
    for (const e of events) {
        const kind = TRACE_KINDS.find(([name]) => name.test(e.name))?.[1] ?? "visit both";
        const y = lanes.indexOf(nameOf(e)) * TRACE_ROW + 2;
        const bar = rectangle(TRACE_LEFT + (e.ts - first) * scale, y, Math.max(e.dur * scale, 0.5), TRACE_ROW - 4, kind);
        bar.append(shape("title", {}, `${e.name}: ${e.dur} µs from ${e.ts} µs on`));
        svg.append(bar);
    }
    svg.append(label(TRACE_LEFT, bottom, "0", "tick start"),
               label(TRACE_LEFT + TRACE_PIXELS, bottom, `${Math.round(length * 100) / 100} µs`, "tick row"));
    return svg;
}

function drawTimeline(text) {
    if (!text)
        return null;
    const isPicture = text.trimStart().startsWith("<"), source = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(text);
    const drawn = isPicture ? element("img", { src: source, alt: "timeline of a run" }) : drawTrace(eventsOfTrace(text));
    return element("section", { id: "timeline" }, element("h2", {}, "Timeline of a run"), element("div", { class: "scroll" }, drawn));
}
