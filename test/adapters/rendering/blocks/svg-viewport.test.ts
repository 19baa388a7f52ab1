import { svgViewport } from '../../../../src/adapters/rendering/blocks/svg-viewport';

const of = (attributes: string) =>
  svgViewport(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}><g/></svg>`);

describe('The viewport of an SVG', () => {
  test.each([
    ['96', 96],
    ['96px', 96],
    ['72pt', 96],
    ['6pc', 96],
    ['25.4mm', 96],
    ['2.54cm', 96],
    ['1in', 96],
    ['6em', 96],
    ['12ex', 96],
    ['1IN', 96],
    ['+1in', 96],
    [' 9.6e1px ', 96],
    ['9600.E-2', 96],
    ['.5in', 48],
  ])('has the length in pixels: %s', (length, expected) => {
    const { width, height } = of(`width="${length}" height="${length}"`);
    expect(width).toBeCloseTo(expected, 9);
    expect(height).toBeCloseTo(expected, 9);
  });

  test.each([
    ['the default without any', '', [300, 150]],
    ['the default instead of percentages', 'width="100%" height="100%"', [300, 150]],
    ['the default instead of what is no length', 'width="-5" height="5 mm"', [300, 150]],
    ['the default of the one that is missing', 'width="200"', [200, 150]],
    ['the view box', 'viewBox="1 2 30 40"', [30, 40]],
    ['the view box instead of percentages', 'width="100%" viewBox="0,0,30,40"', [30, 40]],
    ['the default instead of an empty view box', 'viewBox="0 0 0 0"', [300, 150]],
    ['a width in proportion to the view box', 'height="1in" viewBox="0 0 20 10"', [192, 96]],
    ['a height in proportion to the view box', 'width="1in" viewBox="0 0 20 10"', [96, 48]],
    ['both, whatever the view box', 'width="1in" height="2in" viewBox="0 0 20 10"', [96, 192]],
    ['no width of a stroke', 'stroke-width="5"', [300, 150]],
  ])('has %s', (_case, attributes, expected) => {
    const { width, height } = of(attributes);
    expect([width, height]).toEqual(expected);
  });

  test('has the alignment that the image states', () => {
    expect(of('preserveAspectRatio="xMinYMin slice"').preserveAspectRatio).toBe('xMinYMin slice');
    expect(of('').preserveAspectRatio).toBe('xMidYMid meet');
  });
});
