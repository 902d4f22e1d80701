// Rows of offload devices in the timeline: a lane for each kind of work, so that what overlaps is seen.
import { kDeviceColours, rgb } from "../colours.js";
import { count, seconds } from "../format.js";

const kListed = 6;  // things at one moment

export function paintDevices(devices, image, painter, scale, top, height) {
  const lane = Math.floor((height - 1) / devices.works.length);
  devices.rows.forEach((_, row) => devices.works.forEach((__, work) => {
    const [first, last] = devices.lane(row, work);
    const colour = rgb(kDeviceColours[work]);
    painter.clear();
    for (let i = first; i < last; i++) painter.add(scale(devices.begin[i]), scale(devices.end[i]), colour, 1);
    const begin = top + row * height + work * lane;
    painter.copy(image, begin, begin + lane);
  }));
}

// What the device did at a moment, true to one `point` of the picture.
export function deviceTip(model, row, moment, point) {
  const { devices } = model;
  const head = `${model.deviceName(row)} (${devices.rows[row].type}), ${seconds(moment)}`;
  const lines = [];
  devices.works.forEach((name, work) => {
    const [first, last] = devices.lane(row, work);
    for (let i = first; i < last; i++) {
      if (devices.begin[i] > moment + point / 2 || devices.end[i] < moment - point / 2) continue;
      const times = devices.times[i] > 1 ? `${count(devices.times[i])} times ` : "";
      const bytes = devices.bytes[i] > 0 ? `, ${count(devices.bytes[i])} bytes` : "";
      lines.push(`${times}${name} ${devices.places[devices.at[i]]}\n  for ${seconds(devices.length[i])}${bytes}`);
    }
  });
  const more = lines.length > kListed ? [`(${lines.length - kListed} more)`] : [];
  return [head, ...(lines.length > 0 ? lines.slice(0, kListed) : ["nothing"]), ...more].join("\n");
}
