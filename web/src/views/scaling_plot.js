// One value over the number of threads: points that were measured, and curves.
import { axisBottom, axisLeft } from "d3-axis";
import { scaleLinear, scaleLog } from "d3-scale";
import { select } from "d3-selection";

const kWidth = 620;
const kHeight = 300;
const kMargin = { left: 64, right: 12, top: 8, bottom: 36 };
const kCurvePoints = 60;

// Threads, evenly spread on a logarithmic axis.
function spread(least, most) {
  return Array.from({ length: kCurvePoints }, (_, i) => least * (most / least) ** (i / (kCurvePoints - 1)));
}

export function mountPlot(root, steps, text) {
  const threads = steps.map((step) => step.threads);
  const [least, most] = [threads[0], Math.max(threads.at(-1), threads[0] + 1)];
  const x = scaleLog([least, most], [kMargin.left, kWidth - kMargin.right]).base(2);
  const svg = select(root).append("svg").attr("viewBox", `0 0 ${kWidth} ${kHeight}`).attr("class", "scaling-plot").attr("role", "img");
  svg.append("g").attr("class", "axis").attr("transform", `translate(0 ${kHeight - kMargin.bottom})`)
    .call(axisBottom(x).tickValues(threads).tickFormat((value) => String(value)));
  svg.append("text").attr("class", "faint").attr("x", kWidth - kMargin.right).attr("y", kHeight - 4).attr("text-anchor", "end").text("threads");
  const left = svg.append("g").attr("class", "axis").attr("transform", `translate(${kMargin.left} 0)`);
  const drawing = svg.append("g");

  return (lines) => {
    const top = Math.max(...lines.flatMap((line) => line.values.filter((value) => value !== null)), 1e-9);
    const y = scaleLinear([0, top * 1.05], [kHeight - kMargin.bottom, kMargin.top]);
    left.call(axisLeft(y).ticks(5).tickFormat(text));
    drawing.selectAll("*").remove();
    for (const line of lines) {
      const points = line.values.map((value, i) => [threads[i], value]).filter(([, value]) => value !== null && value > 0);
      const along = line.curve ? spread(least, most).map((at) => [at, line.curve(at)]).filter(([, value]) => value <= top * 1.05) : points;
      const d = along.map(([at, value], i) => `${i === 0 ? "M" : "L"}${x(at).toFixed(1)} ${y(value).toFixed(1)}`).join("");
      drawing.append("path").attr("class", `curve ${line.class}`).attr("data-line", line.class).attr("d", d);
      for (const [at, value] of points) {
        drawing.append("circle").attr("class", line.class).attr("r", 4).attr("cx", x(at)).attr("cy", y(value))
          .attr("data-threads", at).attr("data-value", value)
          .append("title").text(`${line.name}: ${text(value)} with ${at} threads`);
      }
    }
  };
}
