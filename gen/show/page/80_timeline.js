// 80_timeline.js -- what a run has drawn: the picture of PALLAS=timeline=, as it is, or the times of trace=.

function drawTimeline(text) {
    if (!text)
        return null;
    const svg = text.trimStart().startsWith("<");
    return element("section", { id: "timeline" }, element("h2", {}, "Timeline of a run"),
                   element("div", { class: "scroll" }, svg ? element("img", { src: "data:image/svg+xml;charset=utf-8," + encodeURIComponent(text), alt: "timeline of a run" })
                                                           : drawTrace(JSON.parse(text))));
}

const TRACE_PIXELS = 1100, TRACE_ROW = 18;

// The complete events of a trace in the format of Perfetto, a row for each lane.
function drawTrace(trace) {
    const events = (Array.isArray(trace) ? trace : trace.traceEvents).filter(e => e.ph === "X" && e.dur > 0);
    const lanes = [...new Set(events.map(e => e.pid + "/" + e.tid))], left = 60;
    const first = Math.min(...events.map(e => e.ts)), last = Math.max(...events.map(e => e.ts + e.dur)), scale = TRACE_PIXELS / (last - first);
    const svg = picture(left + TRACE_PIXELS + 10, lanes.length * TRACE_ROW + 4, "times of a run");
    lanes.forEach((lane, i) => svg.append(label(left - 6, i * TRACE_ROW + 13, lane, "tick row")));
    for (const e of events) {
        const bar = rectangle(left + (e.ts - first) * scale, lanes.indexOf(e.pid + "/" + e.tid) * TRACE_ROW + 2, Math.max(e.dur * scale, 0.5), TRACE_ROW - 4, "visit read");
        bar.append(shape("title", {}, `${e.name}: ${e.dur}`));
        svg.append(bar);
    }
    return svg;
}
