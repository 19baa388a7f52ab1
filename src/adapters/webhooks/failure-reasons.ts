import { AddressRefused } from './checked-connections';

const NAME = new Set(['ENOTFOUND', 'ENODATA', 'EAI_AGAIN', 'ESERVFAIL', 'EREFUSED', 'ETIMEOUT', 'EBADNAME']);
const CLOSED = new Set(['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']);
const UNREACHABLE = new Set(['ENETUNREACH', 'EHOSTUNREACH', 'EADDRNOTAVAIL', 'ETIMEDOUT']);
/** Codes of a certificate that does not pass, and of a failed handshake. */
const TLS =
  /^(ERR_TLS_|ERR_SSL_|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|INVALID_|EPROTO)/;

/** Why a request got no response, as its attempt reports it. It contains no address of the network. */
export function reasonOf(error: unknown): string {
  if (error instanceof AddressRefused) return error.message;
  const { code = 'unknown' } = error as { code?: string };
  if (NAME.has(code)) return `The name of the host cannot be resolved (${code}).`;
  if (code === 'ECONNREFUSED') return 'The connection was refused (ECONNREFUSED).';
  if (CLOSED.has(code)) return `The connection was closed before the answer (${code}).`;
  if (UNREACHABLE.has(code)) return `The host cannot be reached (${code}).`;
  if (TLS.test(code)) return `The TLS connection failed (${code}).`;
  if (code.startsWith('HPE_')) return `The answer is not valid HTTP (${code}).`;
  return `The request failed (${code}).`;
}
