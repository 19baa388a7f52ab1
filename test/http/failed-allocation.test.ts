import { Buffer } from 'node:buffer';
import { EventEmitter } from 'node:events';
import type { Request, Response } from '../../src/adapters/http/request';
import { readBytes } from '../../src/adapters/http/requests/body';

afterEach(() => jest.restoreAllMocks());

test('a body that there is no memory to join is an error of its request alone', async () => {
  const req = Object.assign(new EventEmitter(), { headers: {}, app: {}, resume: () => undefined });
  const res = Object.assign(new EventEmitter(), { closed: false, setHeader: () => undefined });
  const bytes = readBytes(req as unknown as Request, res as unknown as Response);
  for (const chunk of ['a', 'b']) req.emit('data', Buffer.from(chunk));
  const failure = new RangeError('Array buffer allocation failed');
  jest.spyOn(Buffer, 'concat').mockImplementation(() => {
    throw failure;
  });
  expect(() => req.emit('end')).not.toThrow();
  await expect(bytes).rejects.toBe(failure);
  res.emit('close');
});
