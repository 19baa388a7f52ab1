import {
  addressFault,
  type AddressRules,
  hostOf,
  isLocalName,
  portOf,
  urlFault,
} from '../../../../src/domain/events/webhooks/addresses';

const RULES: AddressRules = {
  is_production: true,
  management_ports: new Set([3001]),
  own_addresses: new Set(['203.0.113.7', '10.1.2.3']),
};
const OUTSIDE: AddressRules = { ...RULES, is_production: false };

describe('in production a URL is refused when it', () => {
  test.each([
    ['is no URL', 'books.example', 'must be a URL'],
    ['is empty', '', 'must be a URL'],
    ['has a space', 'https://books.example/a b', 'must be a URL without spaces'],
    ['has a line break that a parser drops', 'https://books.exa\nmple/', 'must be a URL without spaces'],
    ['is plain http', 'http://books.example/', 'must begin with https://'],
    ['is of another protocol', 'ftp://books.example/', 'must begin with https://'],
    ['has a user', 'https://ada@books.example/', 'must not have user information'],
    ['has a password', 'https://:secret@books.example/', 'must not have user information'],
    ['has an empty user', 'https://@books.example/', 'must not have user information'],
    ['has an empty user and password', 'https:\\\\:@books.example', 'must not have user information'],
    ['has an empty user without slashes', 'https:@books.example/', 'must not have user information'],
    ['has a fragment', 'https://books.example/#top', 'must not have a fragment'],
    ['has an empty fragment', 'https://books.example/#', 'must not have a fragment'],
    [
      'is too long',
      `https://books.example/${'a'.repeat(2048 - 22 + 1)}`,
      'must have at most 2048 characters',
    ],
  ])('%s', (_, url, fault) => {
    expect(urlFault(url, RULES)).toBe(fault);
  });

  test.each([
    ['loopback', 'https://127.0.0.1/', 'a loopback address'],
    ['loopback in decimal', 'https://2130706433/', 'a loopback address'],
    ['loopback in octal', 'https://0177.0.0.1/', 'a loopback address'],
    ['loopback in hexadecimal', 'https://0x7f000001/', 'a loopback address'],
    ['loopback in short', 'https://127.1/', 'a loopback address'],
    ['loopback in full-width digits', 'https://１２７.0.0.1/', 'a loopback address'],
    ['loopback with a final dot', 'https://127.0.0.1./', 'a loopback address'],
    ['loopback, IPv4-mapped', 'https://[::ffff:127.0.0.1]/', 'a loopback address'],
    ['loopback, IPv4-mapped in hexadecimal', 'https://[::ffff:7f00:1]/', 'a loopback address'],
    ['loopback, IPv4-compatible', 'https://[::127.0.0.1]/', 'a loopback address'],
    ['loopback through NAT64', 'https://[64:ff9b::7f00:1]/', 'a loopback address'],
    ['loopback of IPv6', 'https://[::1]/', 'a loopback address'],
    ['localhost', 'https://localhost/', 'a loopback address'],
    ['localhost in upper case with a final dot', 'https://LOCALHOST./', 'a loopback address'],
    ['a name below localhost', 'https://books.localhost/', 'a loopback address'],
    ['a name below localdomain', 'https://localhost.localdomain/', 'a loopback address'],
    ['a private address', 'https://10.0.0.1/', 'a private or special address'],
    ['a private address in decimal', 'https://3232235777/', 'a private or special address'],
    ['172.16.0.0/12', 'https://172.31.255.255/', 'a private or special address'],
    ['a shared address (RFC 6598)', 'https://100.64.0.1/', 'a private or special address'],
    ['the unspecified address', 'https://0.0.0.0/', 'a private or special address'],
    ['the unspecified address in short', 'https://0/', 'a private or special address'],
    ['multicast', 'https://224.0.0.1/', 'a private or special address'],
    ['broadcast', 'https://255.255.255.255/', 'a private or special address'],
    ['a reserved address', 'https://240.0.0.1/', 'a private or special address'],
    ['documentation', 'https://192.0.2.1/', 'a private or special address'],
    ['benchmarking', 'https://198.18.0.1/', 'a private or special address'],
    ['a unique local address', 'https://[fd00::1]/', 'a private or special address'],
    ['a site-local address', 'https://[fec0::1]/', 'a private or special address'],
    ['IPv6 below the public range', 'https://[1fff:ffff::1]/', 'a private or special address'],
    ['IPv6 above the public range', 'https://[4000::1]/', 'a private or special address'],
    ['6to4', 'https://[2002:7f00:1::]/', 'a private or special address'],
    ['Teredo', 'https://[2001::1]/', 'a private or special address'],
    ['local NAT64', 'https://[64:ff9b:1::1]/', 'a private or special address'],
    ['a public address through NAT64', 'https://[64:ff9b::808:808]/', 'a private or special address'],
    ['multicast of IPv6', 'https://[ff02::1]/', 'a private or special address'],
    ['a link-local address', 'https://169.254.169.254/', 'a link-local address'],
    ['a link-local address, IPv4-mapped', 'https://[::ffff:169.254.169.254]/', 'a link-local address'],
    ['a link-local address of IPv6', 'https://[fe80::1]/', 'a link-local address'],
    [
      'a public address of this machine with the management port',
      'https://203.0.113.7:3001/',
      'the management listener of this service',
    ],
  ])('leads to %s', (_, url, fault) => {
    expect(urlFault(url, RULES)).toBe(`must not lead to ${fault}`);
  });
});

test.each([
  'https://books.example/hooks?tenant=1',
  'https://books.example/@books?by=ada@books.example',
  'https://books.example?by=@books',
  'https://books.example.:8443/',
  'https://8.8.8.8/',
  'https://[2606:4700:4700::1111]/',
  'https://10.0.0.1.example/',
  'https://localhost.example/',
  'https://notlocalhost/',
  'https://[2000::1]/',
  'https://[3fff:ffff::1]/',
  `https://books.example/${'a'.repeat(2048 - 22)}`,
])('In production %s is accepted', (url) => {
  expect(urlFault(url, RULES)).toBeUndefined();
});

describe('outside of production', () => {
  test.each(['http://localhost:8080/', 'http://10.0.0.1/', 'http://[::1]:9000/', 'https://192.168.1.1/'])(
    '%s is accepted',
    (url) => {
      expect(urlFault(url, OUTSIDE)).toBeUndefined();
    },
  );

  test.each([
    ['http://169.254.169.254/latest/meta-data', 'must not lead to a link-local address'],
    ['http://2852039166/', 'must not lead to a link-local address'],
    ['http://[fe80::1]/', 'must not lead to a link-local address'],
    ['http://[::ffff:a9fe:a9fe]/', 'must not lead to a link-local address'],
    ['http://[::a9fe:a9fe]/', 'must not lead to a link-local address'],
    ['http://[64:ff9b::a9fe:a9fe]/', 'must not lead to a link-local address'],
    ['http://[::ffff:0:a9fe:a9fe]/', 'must not lead to a link-local address'],
    ['http://localhost:3001/', 'must not lead to the management listener of this service'],
    ['http://127.0.0.2:3001/', 'must not lead to the management listener of this service'],
    ['http://0.0.0.0:3001/', 'must not lead to the management listener of this service'],
    ['http://[::ffff:127.0.0.1]:3001/', 'must not lead to the management listener of this service'],
    ['http://10.1.2.3:3001/', 'must not lead to the management listener of this service'],
    ['ftp://localhost/', 'must begin with https:// or http://'],
  ])('%s is refused', (url, fault) => {
    expect(urlFault(url, OUTSIDE)).toBe(fault);
  });

  test('another machine may have the same port', () => {
    expect(urlFault('http://10.1.2.4:3001/', OUTSIDE)).toBeUndefined();
  });
});

test('What is no address is refused', () => {
  expect(addressFault('books.example', 443, OUTSIDE)).toBe('an unknown kind of address');
});

test.each([
  ['https://books.example/', 443],
  ['http://books.example/', 80],
  ['https://books.example:443/', 443],
  ['http://books.example:443/', 443],
  ['https://books.example:80/', 80],
  ['https://books.example:8443/', 8443],
])('The port of %s is %i', (url, port) => {
  expect(portOf(new URL(url))).toBe(port);
});

test.each([
  ['https://BOOKS.example:8443/', 'books.example'],
  ['https://books.example./', 'books.example'],
  ['https://[2606:4700:4700::1111]/', '2606:4700:4700::1111'],
])('The host of %s is %s', (url, host) => {
  expect(hostOf(new URL(url))).toBe(host);
});

test.each([
  ['localhost', true],
  ['books.localhost', true],
  ['books.localdomain', true],
  ['books.localhost.example', false],
  ['notlocalhost', false],
])('%s always leads to this machine: %s', (host, expected) => {
  expect(isLocalName(host)).toBe(expected);
});
