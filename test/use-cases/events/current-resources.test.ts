import { digestedText } from '../../../src/domain/events/digest';
import type { ChainedEvent } from '../../../src/domain/events/event';
import { type Branding, newBranding } from '../../../src/domain/master-data/branding';
import type { ReturnedResources } from '../../../src/ports/events/returned-resources';
import { CurrentResources } from '../../../src/use-cases/events/current-resources';
import { aBusiness, type Business } from '../../support/business';
import { anEvent, anId, digestOf } from '../../support/chains';
import { MemoryUnitsOfWork } from '../../support/memory/units-of-work';

const answered: ReturnedResources = {
  of: (_type, resource) => resource,
  digestedText: (_type, resource) => digestedText(resource),
};

const NO_FILES = {
  getFile: () => Promise.reject(new Error('No test here has the file of an attachment.')),
};

describe('a resource as it stands', () => {
  let units: MemoryUnitsOfWork;
  let business: Business;
  beforeEach(async () => {
    units = new MemoryUnitsOfWork();
    business = await aBusiness(units);
  });
  const latest = (members: object): ChainedEvent => ({
    ...anEvent(1),
    ...{ position: 1, previous_hash: '', hash: '' },
    ...{ type: 'relation.updated', resource: { type: 'relation', id: business.relation.id, version: 1 } },
    ...{ digest: digestOf(business.relation) },
    ...members,
  });
  const faultOf = (members: object) =>
    new CurrentResources(answered, NO_FILES).faultOf(units.open(), business.company_id, latest(members));

  test('is without a fault when it has the digest of its latest event', async () => {
    expect(await faultOf({})).toBeUndefined();
  });

  test('differs from its latest event', async () => {
    expect(await faultOf({ digest: '0'.repeat(64) })).toBe('The relation is not what its latest event says.');
  });

  describe('that has gained a member since its latest event', () => {
    const branding = newBranding({ name: 'House' }, anId(7), new Date(0));
    const { address_position: _added, ...before } = { ...branding, default: true };
    const resource = { type: 'branding', id: branding.id, version: 1 };
    const stored = (given: Branding) =>
      units.open().transaction(async ({ brandings, default_pointers }) => {
        await default_pointers.lock({ kind: 'branding', company_id: business.company_id }, given.id);
        await brandings.insert(business.company_id, given);
      });

    test('is without a fault while the member has the value that it was added with', async () => {
      await stored(branding);
      const event = { type: 'branding.updated', resource };
      expect(await faultOf({ ...event, digest: digestOf(before) })).toBeUndefined();
      expect(await faultOf({ ...event, digest: digestOf({ ...branding, default: true }) })).toBeUndefined();
    });

    test('differs from its latest event when the member has another value', async () => {
      await stored({ ...branding, address_position: 'right' });
      const event = { type: 'branding.updated', resource, digest: digestOf(before) };
      expect(await faultOf(event)).toBe('The branding is not what its latest event says.');
    });
  });

  test('does not exist, although no event says that it was deleted', async () => {
    const resource = { type: 'relation', id: anId(1), version: 1 };
    expect(await faultOf({ resource })).toBe('The relation does not exist.');
    expect(await faultOf({ resource, type: 'relation.deleted' })).toBeUndefined();
  });

  test('exists, although its latest event says that it was deleted', async () => {
    expect(await faultOf({ type: 'relation.deleted' })).toBe(
      'The relation exists, and its latest event says that it was deleted.',
    );
  });

  test.each(['invoice', 'constructor', 5])('is not known by the type %j of its event', async (type) => {
    expect(await faultOf({ resource: { type, id: anId(1), version: 1 } })).toBe(
      'The event has an unknown type of resource.',
    );
  });

  test('does not exist when its event names no possible id', async () => {
    const relation = { type: 'relation', id: 'x', version: 1 };
    expect(await faultOf({ resource: relation })).toBe('The relation does not exist.');
    const attachment = { type: 'attachment', id: anId(1), version: 1 };
    expect(await faultOf({ resource: attachment, data: { document_id: "' or true" } })).toBe(
      'The attachment does not exist.',
    );
  });

  test.each(['company', 'client'])('is not compared for a %s, which has no digest', async (type) => {
    expect(await faultOf({ resource: { type, id: 'x', version: 1 }, digest: null })).toBeUndefined();
  });
});
