// Paints rows of stretches into an image. Each point shows the mean colour of its time, so that nothing short hides
// what is long, and no stretch is lost.

const kSums = 5;  // red, green, blue, time, time that is seen at full strength

// `stretches`: of the row, each {begin, end} in points, with colour [r, g, b] and strength 0..1.
export class RowPainter {
  constructor(width) {
    this.width = width;
    this.sums = new Float32Array(width * kSums);
  }

  clear() {
    this.sums.fill(0);
  }

  // Points from `begin` to `end`, both may lie outside of the row.
  add(begin, end, colour, strength) {
    const first = Math.max(0, begin);
    const last = Math.min(this.width, end);
    for (let x = Math.floor(first); x < last; x++) {
      const share = Math.min(last, x + 1) - Math.max(first, x);
      const at = x * kSums;
      for (let c = 0; c < 3; c++) this.sums[at + c] += colour[c] * share;
      this.sums[at + 3] += share;
      this.sums[at + 4] += share * strength;
    }
  }

  // Into the lines top..bottom-1 of an ImageData of the same width.
  copy(image, top, bottom) {
    for (let x = 0; x < this.width; x++) {
      const at = x * kSums;
      const time = this.sums[at + 3];
      if (time <= 0) continue;
      for (let y = top; y < bottom; y++) {
        const point = (y * this.width + x) * 4;
        for (let c = 0; c < 3; c++) image.data[point + c] = this.sums[at + c] / time;
        image.data[point + 3] = Math.min(1, this.sums[at + 4]) * 255;
      }
    }
  }
}
