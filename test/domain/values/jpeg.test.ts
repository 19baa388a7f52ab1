import { jpegSize } from '../../../src/domain/values/jpeg';
import { jpegOf } from '../../support/images';

const START = Buffer.from('ffd8', 'hex');
const FRAME = Buffer.from('ffc0000b080003000201011100', 'hex');
const SCAN = Buffer.from('ffda0008010100003f00', 'hex');
const DATA = Buffer.from('00ffd9', 'hex');

describe('The size of a JPEG', () => {
  test.each([
    ['grey', jpegOf({ width: 300, height: 20 }), { width: 300, height: 20 }],
    ['of three components', jpegOf({ components: 3 }), { width: 2, height: 3 }],
    ['extended sequential', jpegOf({ frame: 0xc1 }), { width: 2, height: 3 }],
    ['progressive', jpegOf({ frame: 0xc2 }), { width: 2, height: 3 }],
    ['of the necessary segments', Buffer.concat([START, FRAME, SCAN, DATA]), { width: 2, height: 3 }],
  ])('is read: %s', (_case, bytes, size) => {
    expect(jpegSize(bytes)).toEqual(size);
  });

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['a start of image alone', START],
    ['another start', Buffer.from('ffd7ffd9', 'hex')],
    ['no frame', Buffer.concat([START, SCAN, DATA])],
    ['no scan', jpegOf({ has_scan: false })],
    ['an end after the frame header', Buffer.concat([START, FRAME])],
    ['an end within the frame header', Buffer.concat([START, FRAME.subarray(0, 9)])],
    ['an end after the scan header', Buffer.concat([START, FRAME, SCAN])],
    ['two frames', Buffer.concat([START, FRAME, FRAME, SCAN, DATA])],
    ['a frame header of another length', Buffer.from('ffd8ffc0000a0800030002010111ffda', 'hex')],
    [
      'a segment without its length',
      Buffer.concat([START, Buffer.from('ffe00001', 'hex'), FRAME, SCAN, DATA]),
    ],
    ['a fill byte', Buffer.concat([START, Buffer.from('ff', 'hex'), FRAME, SCAN, DATA])],
    ['bytes between the segments', Buffer.concat([START, Buffer.from('00', 'hex'), FRAME, SCAN, DATA])],
    ['a restart before the scan', Buffer.concat([START, FRAME, Buffer.from('ffd00002', 'hex'), SCAN, DATA])],
    ['no width', jpegOf({ width: 0 })],
    ['no height', jpegOf({ height: 0 })],
    ['two components', jpegOf({ components: 2 })],
    ['four components', jpegOf({ components: 4 })],
    ['five components', jpegOf({ components: 5 })],
    ['12 bits per sample', jpegOf({ frame: 0xc1, bits: 12 })],
  ])('is undefined: %s', (_case, bytes) => {
    expect(jpegSize(bytes)).toBeUndefined();
  });

  test.each([0xc3, 0xc5, 0xc6, 0xc7, 0xc8, 0xc9, 0xca, 0xcb, 0xcc, 0xcd, 0xce, 0xcf])(
    'is undefined: lossless, hierarchical or arithmetic, with the marker %i',
    (frame) => {
      expect(jpegSize(jpegOf({ frame }))).toBeUndefined();
    },
  );
});
