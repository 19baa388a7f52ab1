import type { RefreshTokenPosition } from '../../domain/access/tokens';
import type { Log } from '../../ports/log';
import type { UnitsOfWork } from '../../ports/unit-of-work';

/** Revokes families of refresh tokens that the late reuse of a token shows to be compromised (RFC 9700 §4.14). */
export class CompromisedFamilies {
  constructor(
    private readonly units: UnitsOfWork,
    private readonly log: Log,
  ) {}

  /**
   * Revokes all tokens of the family, as the event `client.revoked` of the service. Nothing happens when the family is
   * not the client's current one, or was revoked before.
   *
   * @param request_id - id of the request that used the token
   */
  async revoke(family: RefreshTokenPosition['family'], request_id: string | null): Promise<void> {
    const unit = this.units.open({ actor: { kind: 'service', id: null }, request_id });
    const client = await unit.transaction(({ clients }) => clients.revokeFamily(family));
    if (!client) return;
    const { client_id, company_id } = client;
    this.log.warn('A used refresh token came again: its family is revoked', { client_id, company_id });
  }
}
