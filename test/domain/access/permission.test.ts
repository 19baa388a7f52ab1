import { completePermissions, permissionsOf, scopeOf } from '../../../src/domain/access/permission';

const NONE = { document: [], relation: [], bank_account: [], journal: [], branding: [] };

describe('The permissions of a client', () => {
  test('name all resources, with their actions in a fixed order', () => {
    expect(completePermissions({ document: ['delete', 'read', 'read'], journal: [] })).toEqual({
      ...NONE,
      document: ['read', 'delete'],
    });
    expect(completePermissions({})).toEqual(NONE);
  });

  test.each([
    [{}, ''],
    [{ journal: ['read'] }, 'journal:read'],
    [{ relation: ['delete', 'create'], document: ['read'] }, 'document:read relation:create relation:delete'],
  ] as const)('%j are the scope %p of a token', (permissions, scope) => {
    expect(scopeOf(permissions)).toBe(scope);
    expect(permissionsOf(scope)).toEqual(completePermissions(permissions));
  });

  test.each([
    '',
    'all',
    'document',
    'document:',
    'document:all',
    'document:readrelation:read',
    'DOCUMENT:READ',
  ])('are none in the scope %p', (scope) => {
    expect(permissionsOf(scope)).toEqual(NONE);
  });
});
