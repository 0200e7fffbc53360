# plot.awk -- the losses that gpt2 prints, as a picture:  gpt2 2000 | tee log;  awk -f examples/gpt2/plot.awk log >loss.svg

/^step / {
    n++
    for (i = 1; i < NF; i++) {
        if ($i == "step") step[n] = $(i + 1)
        if ($i == "loss") trained[n] = $(i + 1)
        if ($i == "out") held[n] = $(i + 1)
    }
    while (most < trained[n])                               # the axis ends at a whole number
        most++
}

function x(s) { return left + s / step[n] * width }
function y(l) { return top + (1 - l / most) * height }

function text(at_x, at_y, anchor, what) {
    printf "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>\n", at_x, at_y, anchor, what
}

function line(from_x, from_y, to_x, to_y) {
    printf "<path d=\"M%.1f %.1fL%.1f %.1f\" stroke=\"#ddd\"/>\n", from_x, from_y, to_x, to_y
}

function curve(loss, color, name, dy,    i, points) {
    for (i = 1; i <= n; i++)
        points = points sprintf("%s%.1f %.1f", i > 1 ? "L" : "M", x(step[i]), y(loss[i]))
    printf "<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\"/>\n", points, color
    printf "<g fill=\"%s\">", color
    text(left + width + 6, y(loss[n]) + dy, "start", sprintf("%s %.2f", name, loss[n]))
    print "</g>"
}

END {
    if (!n) {
        print "plot.awk: no line begins with `step `" >"/dev/stderr"
        exit 1
    }
    left = 40; top = 16; width = 480; height = 240
    print "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"640\" height=\"300\" font-family=\"sans-serif\" font-size=\"12\">"
    print "<rect width=\"640\" height=\"300\" fill=\"#fff\"/>"
    for (l = 0; l <= most; l++) {
        line(left, y(l), left + width, y(l))
        text(left - 8, y(l) + 4, "end", l)
    }
    for (i = 0; i <= 4; i++) {
        line(x(i * step[n] / 4), top, x(i * step[n] / 4), top + height)
        text(x(i * step[n] / 4), top + height + 18, "middle", i * step[n] / 4)
    }
    text(left + width / 2, top + height + 36, "middle", "step")
    curve(trained, "#1f5fa8", "training", 14)
    curve(held, "#c0392b", "held out", -4)
    print "</svg>"
}
