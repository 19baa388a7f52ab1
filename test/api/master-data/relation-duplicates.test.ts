import { randomUUID } from 'node:crypto';
import { anEnterpriseNumber, type RelationsApi, startRelations } from '../../support/relations';

let api: RelationsApi;
beforeAll(async () => {
  api = await startRelations();
});
afterAll(() => api.end());

describe('a duplicate', () => {
  test.each([
    ['vat', 'BE0400378485', 'be 0400.378-485'],
    ['identifier', 'RPR-Gent 12.34', 'rpr gent1234'],
    ['electronic_address', '0204:992-90009-96', '0204:9929000996'],
  ])(
    'of a %s is refused in any spelling, and the response names the other relation',
    async (member, first, second) => {
      const id = await api.create({ [member]: first });
      const { status, body } = await api.call('post', '/relations', {
        type: 'company',
        name: 'Other',
        [member]: second,
      });
      expect(status).toBe(409);
      expect(body).toEqual({
        error: {
          code: 'duplicate_relation',
          message: `A relation with this ${member} exists already: ${id}.`,
          details: [{ relation_id: id }],
        },
      });
    },
  );

  test('names all relations that it duplicates', async () => {
    const [vat, identifier] = [`BE${anEnterpriseNumber()}`, randomUUID()];
    const by_identifier = await api.create({ identifier });
    const by_vat = await api.create({ vat });
    const { body } = await api.call('post', '/relations', {
      type: 'company',
      name: 'Other',
      vat,
      identifier,
    });
    expect(body.error.details).toEqual([{ relation_id: by_vat }, { relation_id: by_identifier }]);
  });

  test('stores nothing: the other identities of the refused relation stay available', async () => {
    const [taken, free] = [`BE${anEnterpriseNumber()}`, randomUUID()];
    await api.create({ vat: taken });
    const refused = await api.call('post', '/relations', {
      type: 'company',
      name: 'O',
      vat: taken,
      identifier: free,
    });
    expect(refused.status).toBe(409);
    await api.create({ identifier: free });
  });

  test('is accepted with ignore_duplicate=true, not with false', async () => {
    const vat = `BE${anEnterpriseNumber()}`;
    const first = await api.create({ vat });
    const body = { type: 'company', name: 'Other', vat };
    expect((await api.call('post', '/relations?ignore_duplicate=false', body)).status).toBe(409);
    expect((await api.call('post', '/relations?ignore_duplicate=true', body)).status).toBe(201);
    const third = await api.call('post', '/relations', body);
    expect(third.body.error.details).toEqual([{ relation_id: first }]);
  });

  test('is not a relation of another company', async () => {
    const vat = `BE${anEnterpriseNumber()}`;
    await api.create({ vat });
    const other = { company_id: await api.newCompany() };
    const { status } = await api.call('post', '/relations', { type: 'company', name: 'J', vat }, other);
    expect(status).toBe(201);
  });

  test('is not found for a value without comparable characters', async () => {
    await api.create({ identifier: '-' });
    await api.create({ identifier: '-' });
  });

  test('among 30 concurrent creations does not affect the others', async () => {
    const vat = `BE${anEnterpriseNumber()}`;
    await api.create({ vat });
    const vats = Array.from({ length: 30 }, (_, n) => (n % 10 === 7 ? vat : `BE${anEnterpriseNumber()}`));
    const answers = await Promise.all(
      vats.map((given) =>
        api.call('post', '/relations', { type: 'company', name: `N ${given}`, vat: given }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(vats.map((given) => (given === vat ? 409 : 201)));
    for (const [n, given] of vats.entries()) {
      if (given !== vat) expect(answers[n]!.body).toMatchObject({ name: `N ${given}`, vat: given });
    }
  });

  test('in 12 concurrent creations is refused eleven times, with the id of the one that was created', async () => {
    const body = {
      type: 'company',
      name: 'Once',
      vat: `BE${anEnterpriseNumber()}`,
      identifier: randomUUID(),
    };
    const answers = await Promise.all(Array.from({ length: 12 }, () => api.call('post', '/relations', body)));
    const created = answers.filter(({ status }) => status === 201);
    const refused = answers.filter(({ status }) => status === 409);
    expect([created.length, refused.length]).toEqual([1, 11]);
    for (const { body } of refused) {
      expect(body.error).toMatchObject({
        code: 'duplicate_relation',
        details: [{ relation_id: created[0]!.body.id }],
      });
    }
  });
});

test('no response was a failure of the service', () => {
  expect(api.log.errors).toEqual([]);
});
