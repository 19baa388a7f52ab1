import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { JournalCategory } from '../../src/domain/numbering/journal';
import { anIban } from './ibans';
import type { Node } from './master-data';
import { outcome } from './outcome';

/** What serves the operations, in memory or on a database. */
type Served = Omit<Node, 'db'>;

/** A step of a history on the resources of one company. */
export type Step =
  | { readonly do: 'create'; readonly scope: number; readonly default?: boolean; readonly active: boolean }
  | { readonly do: 'update'; readonly member: number; readonly default?: boolean; readonly active?: boolean }
  | { readonly do: 'delete'; readonly member: number };

export interface Member {
  readonly id: string;
  readonly scope: string;
  readonly default: boolean;
  readonly active: boolean;
}

/** A resource that keeps one default per scope, in words that all three have. */
export interface Subject {
  readonly name: 'bank_account' | 'journal' | 'branding';
  readonly violation: string;
  readonly scopes: readonly string[];
  create(
    node: Served,
    company_id: string,
    n: number,
    step: Extract<Step, { do: 'create' }>,
  ): Promise<{ id: string }>;
  update(
    node: Served,
    company_id: string,
    id: string,
    step: Extract<Step, { do: 'update' }>,
  ): Promise<unknown>;
  delete(node: Served, company_id: string, id: string): Promise<void>;
  list(node: Served, company_id: string): Promise<Member[]>;
}

const CATEGORIES: readonly JournalCategory[] = ['sales', 'quote'];
const ALL = { sort: 'created_at', limit: 200 } as const;

export const SUBJECTS: readonly Subject[] = [
  {
    name: 'bank_account',
    violation: 'default_account_required',
    scopes: [''],
    create: ({ bank_accounts, units }, company_id, n, step) =>
      bank_accounts.create(units.open(), company_id, { reference: anIban(n), default: step.default }),
    update: ({ bank_accounts, units }, company_id, id, step) =>
      bank_accounts.update(units.open(), company_id, id, { name: 'x', default: step.default }, undefined),
    delete: ({ bank_accounts, units }, company_id, id) =>
      bank_accounts.delete(units.open(), company_id, id, undefined),
    async list({ bank_accounts, units }, company_id) {
      const { data } = await bank_accounts.list(units.open(), company_id, {}, ALL);
      return data.map((account) => ({ id: account.id, scope: '', default: account.default, active: true }));
    },
  },
  {
    name: 'branding',
    violation: 'default_branding_required',
    scopes: [''],
    create: ({ brandings, units }, company_id, n, step) =>
      brandings.create(units.open(), company_id, { name: `B${n}`, default: step.default }),
    update: ({ brandings, units }, company_id, id, step) =>
      brandings.update(units.open(), company_id, id, { name: 'x', default: step.default }, undefined),
    delete: ({ brandings, units }, company_id, id) =>
      brandings.delete(units.open(), company_id, id, undefined),
    async list({ brandings, units }, company_id) {
      const { data } = await brandings.list(units.open(), company_id, {}, ALL);
      return data.map((branding) => ({
        id: branding.id,
        scope: '',
        default: branding.default,
        active: true,
      }));
    },
  },
  {
    name: 'journal',
    violation: 'default_journal_required',
    scopes: CATEGORIES,
    create: ({ journals, units }, company_id, n, step) =>
      journals.create(units.open(), company_id, {
        code: `J${n}`,
        name: `J${n}`,
        category: CATEGORIES[step.scope % CATEGORIES.length]!,
        default: step.default,
        active: step.active,
      }),
    update: ({ journals, units }, company_id, id, step) =>
      journals.update(
        units.open(),
        company_id,
        id,
        { name: 'x', default: step.default, active: step.active },
        undefined,
      ),
    delete: ({ journals, units }, company_id, id) => journals.delete(units.open(), company_id, id, undefined),
    async list({ journals, units }, company_id) {
      const { data } = await journals.list(units.open(), company_id, {}, ALL);
      return data.map(({ id, category, active, default: is_default }) => {
        return { id, scope: category, default: is_default, active };
      });
    },
  },
];

/** A simple model of the rules. */
export class Model {
  readonly members = new Map<string, { scope: string; active: boolean }>();
  private readonly defaults = new Map<string, string>();

  constructor(private readonly subject: Subject) {}

  get ids(): string[] {
    return [...this.members.keys()];
  }

  /** @returns what becomes of the step, `done` or a refusal's code; for a creation `add` follows when it is done */
  expect(step: Step, id: string | undefined): string {
    const { violation } = this.subject;
    if (step.do === 'create') return step.default === true && !this.isActive(step) ? violation : 'done';
    const member = id === undefined ? undefined : this.members.get(id);
    if (!member) return 'not_found';
    const is_default = this.defaults.get(member.scope) === id;
    if (step.do === 'delete') {
      const others = this.ids.some((other) => {
        const { scope, active } = this.members.get(other)!;
        return other !== id && scope === member.scope && active;
      });
      return is_default && others ? violation : 'done';
    }
    const active = this.isActive({ active: step.active ?? member.active });
    if (step.default === true && !active) return violation;
    return is_default && (step.default === false || !active) ? violation : 'done';
  }

  /** Does what `expect` found to be done. */
  apply(step: Step, id: string): void {
    if (step.do === 'delete') {
      const { scope } = this.members.get(id)!;
      this.members.delete(id);
      if (this.defaults.get(scope) === id) this.defaults.delete(scope);
      return;
    }
    const scopes = this.subject.scopes;
    const scope = step.do === 'create' ? scopes[step.scope % scopes.length]! : this.members.get(id)!.scope;
    const active = this.isActive({ active: step.active ?? this.members.get(id)?.active ?? true });
    this.members.set(id, { scope, active });
    if (active && (step.default === true || !this.defaults.has(scope))) this.defaults.set(scope, id);
  }

  list(): Member[] {
    return [...this.members].map(([id, { scope, active }]) => {
      return { id, scope, active, default: this.defaults.get(scope) === id };
    });
  }

  private isActive({ active }: { readonly active: boolean }): boolean {
    return this.subject.name === 'journal' ? active : true;
  }
}

/** Does the step to the member that it means among `ids`. @returns the id that was created, or meant */
export async function run(
  subject: Subject,
  node: Served,
  company_id: string,
  n: number,
  step: Step,
  ids: readonly string[],
) {
  let id = step.do === 'create' ? undefined : (ids[step.member % Math.max(ids.length, 1)] ?? randomUUID());
  const result = await outcome(async () => {
    if (step.do === 'create') ({ id } = await subject.create(node, company_id, n, step));
    else if (step.do === 'update') await subject.update(node, company_id, id!, step);
    else await subject.delete(node, company_id, id!);
  });
  return { id, result };
}

const flag = fc.option(fc.boolean(), { nil: undefined });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('create' as const),
      scope: fc.nat(1),
      default: flag,
      active: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('update' as const),
      member: fc.nat(7),
      default: flag,
      active: flag,
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('delete' as const), member: fc.nat(7) }) },
) as fc.Arbitrary<Step>;

export const history = fc.array(step, { minLength: 1, maxLength: 25 });
