import { electronicAddressFault } from '../../../src/domain/values/electronic-address';

describe('an electronic address', () => {
  test.each([
    '0208:0123456749',
    '0208:1000000021',
    '0088:5412345000013',
    '9925:BE0123456749',
    '9925:be0123456749',
    '0204:991-12345-67',
    '9930:DE123456789',
    '0007:5560125790',
  ])('may be %s', (address) => {
    expect(electronicAddressFault(address)).toBeNull();
  });

  test.each([
    ['', /scheme:value/],
    ['0208', /scheme:value/],
    ['208:0123456749', /scheme:value/],
    ['0208 :0123456749', /scheme:value/],
    ['x0208:0123456749', /scheme:value/],
    ['1234:5', /EAS list/],
    ['0088:15412345000013', /GLN/],
    ['0088:54123450000130', /GLN/],
    ['0088:5412345000x13', /GLN/],
    ['9925:xBE0123456749', /VAT number/],
    ['9925:BE2123456749', /VAT number/],
    ['0208:', /without spaces/],
    ['9930:DE 123', /without spaces/],
    ['9930:DE123\n', /without spaces/],
    ['0007:é', /without spaces/],
    ['0208:0123456750', /enterprise number/],
    ['0208:BE0123456749', /enterprise number/],
    ['0208:0123.456.749', /enterprise number/],
    ['0208:123456749', /enterprise number/],
    ['0088:5412345000014', /GLN/],
    ['0088:541234500001', /GLN/],
    ['9925:0123456749', /VAT number/],
    ['9925:BE0123456748', /VAT number/],
    ['9925:NL0123456749', /VAT number/],
  ])('is not %s', (address, reason) => {
    expect(electronicAddressFault(address)).toMatch(reason);
  });
});
