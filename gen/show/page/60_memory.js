// 60_memory.js -- memory as bars against what the machines have.

function product(numbers) {
    return numbers.reduce((all, n) => all === null || n === null ? null : all * n, 1);
}

// ---- A machine that copies windows: blocks are padded to tiles, by the rules of targets/tpu/rules.h -----------------

function roundUp(n, multiple) {
    return Math.ceil(n / multiple) * multiple;
}

// The bytes of a block whose last two dims are padded. generation: of the chip.
function paddedBytes(block, dims, generation) {
    const bits = block.bool ? 32 : block.bytes * 8, packing = bits < 32 ? 32 / bits : 1;
    if (block.memory === "smem")
        return product([...dims, block.bytes]);
    const most = packing === 1 ? 8 : packing === 2 && generation < 7 ? 8 : 8 * packing;
    const padded = dims.map((n, d) => {
        const fromEnd = dims.length - d;
        if (n === null)
            return null;
        if (fromEnd === 1)
            return roundUp(n, dims.length === 1 ? 128 * packing : 128);
        let rows = packing;
        while (fromEnd === 2 && rows < n && rows < most)
            rows *= 2;
        return fromEnd === 2 ? roundUp(n, rows) : n;
    });
    return product([...padded, bits / 8]);
}

// All that has a place in the memory: { name, bytes }.
function usesOf(view, memory, bytesOf) {
    const values = known(view, view.ids), uses = [];
    for (const o of view.call.operands)
        if (o.windows && o.memory === memory) {
            const dims = o.dims.map(d => d.kind === "one" ? 1 : valueOf(d.size, values));
            const bytes = bytesOf(o, dims);
            uses.push({ name: o.name + (o.buffers > 1 ? ` × ${o.buffers}` : ""), bytes: product([bytes, o.buffers]) });
        }
    for (const b of view.call.blocks)
        if (b.memory === memory)
            uses.push({ name: b.name, bytes: bytesOf(b, b.dims.map(d => valueOf(d, values))) });
    return uses;
}

// ---- Bars -----------------------------------------------------------------------------------------------------------

const BAR_PIXELS = 420, COLORS = 6;

function sumOf(uses) {
    return uses.reduce((sum, use) => sum + (use.bytes ?? 0), 0);
}

// What is used, to the scale of the budget; budget null: to the scale of the sum.
function drawUses(name, uses, budget, unit) {
    const total = sumOf(uses), scale = BAR_PIXELS / Math.max(budget ?? 0, total, 1);
    const svg = picture(BAR_PIXELS + 2, 16, `${name}: ${unit(total)}${budget ? " of " + unit(budget) : ""}`);
    svg.append(rectangle(0.5, 1.5, (budget ?? total) * scale, 13, "budget"));
    let at = 0;
    uses.forEach((use, i) => {
        const part = rectangle(at + 0.5, 1.5, (use.bytes ?? 0) * scale, 13, "use use" + i % COLORS);
        part.append(shape("title", {}, `${use.name}: ${unit(use.bytes)}`));
        svg.append(part);
        at += (use.bytes ?? 0) * scale;
    });
    if (budget && total > budget)
        svg.append(rectangle(budget * scale - 1, 0, 2, 16, "limit"));
    return svg;
}

function verdictOn(total, budget) {
    const percent = total / budget * 100;
    return !budget ? "" : total > budget ? "too small" : total && percent < 1 ? "below 1 %" : Math.round(percent) + " %";
}

function drawBar(name, uses, budget, unit) {
    const total = sumOf(uses), more = uses.some(use => use.bytes === null) ? ", and more at run time" : "";
    return element("tr", { class: budget && total > budget ? "over" : null },
        element("th", { scope: "row" }, name), cell(drawUses(name, uses, budget, unit)), cell(unit(total) + more, "number"),
        cell(budget ? "of " + unit(budget) : "", "number"), cell(verdictOn(total, budget), "number"));
}

// A title, the bars, and what their colors mean.
function barTable(title, bars, uses, unit) {
    const meaning = (use, i) => element("span", {}, swatch("use" + i % COLORS), `${use.name} ${unit(use.bytes)}`);
    return [element("h4", {}, title), element("div", { class: "scroll" }, element("table", { class: "bars" }, bars)),
            element("p", { class: "legend" }, uses.map(meaning))];
}

// The memories of each chip.
function chipBars(view, machines) {
    const parts = [];
    for (const [memory, title] of [["vmem", "VMEM: blocks padded to tiles, with all their buffers"], ["smem", "SMEM"]]) {
        const usesOn = chip => usesOf(view, memory, (block, dims) => paddedBytes(block, dims, chip.generation));
        const uses = usesOn(machines[0]);
        const bars = machines.map(chip => drawBar(chip.name, usesOn(chip), chip[memory], bytesText));
        if (uses.length)
            parts.push(...barTable(title, [drawBar("blocks", uses, null, bytesText), ...bars], uses, bytesText));
    }
    return parts;
}

// What a group of lanes has in the memory that they share, and in registers.
function groupBars(view) {
    const group = view.call.group, registers = group.registers.map(use => ({ name: use.name, bytes: use.amount }));
    const local = group.local.map(use => ({ name: use.name, bytes: use.amount < 0 ? null : use.amount }));
    const bar = drawBar(group.memory, local, group.localBudget, bytesText), inRegisters = n => `${shown(n)} registers`;
    const parts = barTable(`${group.memory} of a ${group.name}`, [bar], local, bytesText);
    if (registers.length) {
        const bar = drawBar("registers", registers, group.registerBudget, inRegisters);
        parts.push(...barTable(`registers of a ${group.lane} that hold blocks`, [bar], registers, inRegisters));
    }
    return parts;
}

function drawMemory(view, facts) {
    if (facts.machines)
        return chipBars(view, facts.machines);
    if (view.call.group.shares && !view.call.group.rejected)
        return groupBars(view);
    const uses = usesOf(view, "vmem", (block, dims) => product([...dims, block.bytes]));
    return uses.length ? barTable("if every window is copied", [drawBar("memory", uses, null, bytesText)], uses, bytesText) : [];
}
