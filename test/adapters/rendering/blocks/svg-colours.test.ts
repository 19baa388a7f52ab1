import type SVGtoPDF from 'svg-to-pdfkit';
import { svgColours } from '../../../../src/adapters/rendering/blocks/svg-colours';

const RED: SVGtoPDF.Color = [[255, 0, 0], 1];
const rounded = (color: SVGtoPDF.Color | undefined) => color && [...color[0].map(Math.round), color[1]];

describe('A colour of an SVG', () => {
  test.each([
    ['#ff000080', [255, 0, 0, 128 / 255]],
    ['#0f0', [0, 255, 0, 1]],
    ['#ff0033 icc-color(p, 0, 1, 0.8, 0)', [255, 0, 51, 1]],
    ['#ff0033 red', undefined],
    ['#0F08', [0, 255, 0, 136 / 255]],
    ['#00ff', [0, 0, 255, 1]],
    ['hsl(120,50%,50%)', [64, 191, 64, 1]],
    ['hsl(0, 0%, 100%)', [255, 255, 255, 1]],
    ['HSLA(-120deg 100% 50% / 25%)', [0, 0, 255, 0.25]],
    ['rgb(255 0 51 / 50%)', [255, 0, 51, 0.5]],
    ['rgba(100%, 0%, 20%, .4)', [255, 0, 51, 0.4]],
    ['rgb(300, -5, 0)', [255, 0, 0, 1]],
    ['rgb(1, 2)', undefined],
    ['rgb(1, 2, 3, 1, 1)', undefined],
    ['rgb(a, b, c)', undefined],
    ['hsl(0.5turn, 100%, 50%)', [0, 255, 255, 1]],
    ['#12345', undefined],
    ['RED', [255, 0, 0, 1]],
    ['DarkSlateGray !important', [47, 79, 79, 1]],
    ['hwb(90 10% 10%)', [128, 230, 26, 1]],
    ['lab(100% 0 0)', [255, 255, 255, 1]],
    ['no colour', undefined],
  ])('is read with its opacity: %s', (written, expected) => {
    expect(rounded(svgColours()(undefined, written))).toEqual(expected);
  });

  test('is not parsed when it is longer than a colour', () => {
    expect(svgColours()(undefined, `rgb(${'1'.repeat(1_000_000)})`)).toBeUndefined();
  });

  test('is the one that the library read, if it did', () => {
    expect(svgColours()(RED, 'red')).toBe(RED);
    expect(svgColours()(RED, undefined)).toBe(RED);
  });

  test.each(['', 'none'])('is transparent after a reference that leads nowhere: "%s"', (written) => {
    const colours = svgColours();
    colours(undefined, 'url(#nowhere)');
    expect(colours(undefined, written)).toEqual([[0, 0, 0], 0]);
    expect(colours(undefined, written)).toBeUndefined();
  });

  test('is the one that follows a reference that leads nowhere', () => {
    const colours = svgColours();
    colours(undefined, 'url(#nowhere) red');
    expect(colours(RED, 'red')).toBe(RED);
  });
});
