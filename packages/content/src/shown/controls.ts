import type { DashboardConfig, DashboardFilter, DashboardTimeGrain } from '@orrery/contract';
import { type InputProblem, InvalidInput, isRecord, NotFound, type JsonObject } from '@orrery/kernel';
import { widgetsOf } from '../workbook/index.ts';

interface StoredControl {
  readonly id: string;
  /** `view.member`. */
  readonly member: string;
  /** Whether viewers may change it. */
  readonly isOpen: boolean;
  readonly isHidden: boolean;
  readonly config: JsonObject;
}

interface FilterControl extends StoredControl {
  readonly kind: 'filter';
  readonly isFaceted: boolean;
}

interface GrainControl extends StoredControl {
  readonly kind: 'grain';
}

type AnyControl = FilterControl | GrainControl;

/** The choice of a viewer at a control; `null` for no filter, or for the granularity of each chart. */
interface ChosenFilter {
  readonly widgetId: string;
  readonly filter: Omit<DashboardFilter, 'member'> | null;
}

interface ChosenGrain {
  readonly widgetId: string;
  readonly grain: string | null;
}

export interface Choices {
  readonly filters: readonly ChosenFilter[];
  readonly timeGrains: readonly ChosenGrain[];
}

/** A filter or a granularity in effect, with the control that it comes from. */
interface InEffect<T> {
  readonly control: string;
  /** Whether viewers may change it. A control that they may not change is a restriction. */
  readonly isOpen: boolean;
  readonly value: T;
}

export interface ResolvedControls {
  readonly filters: readonly InEffect<DashboardFilter>[];
  readonly timeGrains: readonly InEffect<DashboardTimeGrain>[];
}

/** The values of the controls on a page. Controls without a value are left out. */
export interface ControlValues {
  readonly filters: readonly (Omit<DashboardFilter, 'member'> & { readonly widgetId: string })[];
  readonly timeGrains: readonly { readonly widgetId: string; readonly grain: string }[];
}

/** The controls of a dashboard, by the ids of their widgets. A control without a member is none. */
export class Controls {
  readonly #controls: ReadonlyMap<string, AnyControl>;

  constructor(config: DashboardConfig) {
    this.#controls = new Map(widgetsOf(config).flatMap((widget) => controlIn(widget)));
  }

  /**
   * The filters and granularities in effect: what the viewer has chosen, else the value of a user attribute, else the
   * value that the dashboard was saved with.
   *
   * @param attributes of the viewer @throws NotFound for a control that the dashboard does not have, InvalidInput for one
   * that is hidden or disabled, and for a granularity that it does not offer
   */
  inEffect(chosen: Choices, attributes: JsonObject): ResolvedControls {
    this.#requireOpen(chosen);
    const filters = new Map(chosen.filters.map(({ widgetId, filter }) => [widgetId, filter]));
    const grains = new Map(chosen.timeGrains.map(({ widgetId, grain }) => [widgetId, grain]));
    const all = [...this.#controls.values()];
    return {
      filters: all.flatMap((control): InEffect<DashboardFilter>[] => {
        if (control.kind !== 'filter') return [];
        const filter = filters.has(control.id) ? filters.get(control.id) : startOf(control, attributes);
        if (!filter) return [];
        const operator = filter.operator ?? 'equals';
        const { id, isOpen, member } = control;
        return [{ control: id, isOpen, value: { ...filter, member, operator } }];
      }),
      timeGrains: all.flatMap((control): InEffect<DashboardTimeGrain>[] => {
        if (control.kind !== 'grain') return [];
        const grain = grains.has(control.id) ? grains.get(control.id) : textIn(control.config['default']);
        const { id, isOpen, member } = control;
        return grain ? [{ control: id, isOpen, value: { member, grain } }] : [];
      }),
    };
  }

  /** The values in effect of the controls that are not hidden. */
  shown({ filters, timeGrains }: ResolvedControls): ControlValues {
    const isShown = ({ control }: { readonly control: string }) => this.#controls.get(control)?.isHidden === false;
    return {
      filters: filters.filter(isShown).map(({ control, value: { member: _, ...filter } }) => ({
        widgetId: control,
        ...filter,
      })),
      timeGrains: timeGrains.filter(isShown).map(({ control, value: { grain } }) => ({ widgetId: control, grain })),
    };
  }

  /**
   * The member whose values a control suggests, and the other faceted filters of its view that narrow them.
   *
   * @throws as inEffect
   */
  suggested(widgetId: string, chosen: Choices, attributes: JsonObject): SuggestedMember {
    const control = this.#control(widgetId, 'filter');
    requireNone(control.isOpen ? [] : [closed('widgetId', widgetId)]);
    const { filters } = this.inEffect(chosen, attributes);
    const others = filters.filter(({ control: id, value }) => {
      const other = this.#controls.get(id);
      const isFaceted = control.isFaceted && other?.kind === 'filter' && other.isFaceted;
      return isFaceted && id !== widgetId && viewOf(value.member) === viewOf(control.member);
    });
    return { member: control.member, filters: others.map(({ value }) => value) };
  }

  #requireOpen({ filters, timeGrains }: Choices): void {
    const problems: InputProblem[] = [];
    const note = (path: string, { id, isOpen }: StoredControl) => {
      if (!isOpen) problems.push(closed(path, id));
    };
    for (const [index, { widgetId }] of filters.entries()) {
      note(`filters.${index}.widgetId`, this.#control(widgetId, 'filter'));
    }
    for (const [index, { widgetId, grain }] of timeGrains.entries()) {
      const control = this.#control(widgetId, 'grain');
      note(`timeGrains.${index}.widgetId`, control);
      const offered = Array.isArray(control.config['allowed']) ? control.config['allowed'] : [];
      if (grain === null || offered.length === 0 || offered.includes(grain)) continue;
      problems.push({ path: `timeGrains.${index}.grain`, message: `is not offered by the control '${control.id}'` });
    }
    requireNone(problems);
  }

  #control<K extends AnyControl['kind']>(id: string, kind: K): Extract<AnyControl, { kind: K }> {
    const control = this.#controls.get(id);
    if (control?.kind === kind) return control as Extract<AnyControl, { kind: K }>; // of the kind just compared
    throw new NotFound('dashboard.unknown-control', `The dashboard has no ${kind} control '${id.slice(0, 255)}'`);
  }
}

interface SuggestedMember {
  readonly member: string;
  readonly filters: readonly DashboardFilter[];
}

export function viewOf(member: string): string {
  return member.slice(0, member.indexOf('.'));
}

function controlIn({ id, type, config }: ReturnType<typeof widgetsOf>[number]): readonly [string, AnyControl][] {
  if (type !== 'FILTER' && type !== 'TIME_GRAIN') return [];
  const [view, name] = [textIn(config['semanticView']), textIn(config['member'])];
  if (name === undefined || (view === undefined && !name.includes('.'))) return [];
  const member = name.includes('.') ? name : `${view}.${name}`;
  const visibility = visibilityOf(config);
  const common = { id, member, isOpen: visibility === 'visible', isHidden: visibility === 'hidden', config };
  return [
    [
      id,
      type === 'TIME_GRAIN'
        ? { kind: 'grain', ...common }
        : { kind: 'filter', ...common, isFaceted: isTrue(config['faceted']) },
    ],
  ];
}

/** A dashboard may have been saved with any letter case. */
function visibilityOf({ visibility }: JsonObject): string {
  return visibility === undefined || visibility === null ? 'visible' : String(visibility).toLowerCase();
}

function isTrue(value: unknown): boolean {
  return value === true;
}

function startOf({ config }: FilterControl, attributes: JsonObject): Omit<DashboardFilter, 'member'> | undefined {
  const attribute = textIn(config['userAttributeDefault']);
  const given = attribute !== undefined && Object.hasOwn(attributes, attribute) ? attributes[attribute] : undefined;
  const values = [given].flat().filter((value) => isScalar(value) && value !== '');
  const saved = values.length > 0 ? values : config['value'];
  const operator = operatorOf(config);
  const { caseSensitive, startInclusive, endInclusive } = config as Partial<DashboardFilter>; // checked when it is applied
  const value = saved as DashboardFilter['value']; // likewise
  const filter = { operator, caseSensitive, startInclusive, endInclusive, value };
  if (operator === 'is_null' || operator === 'is_not_null') return filter;
  return isEmpty(saved) ? undefined : filter;
}

function operatorOf(config: JsonObject): DashboardFilter['operator'] {
  return (textIn(config['operator']) ?? 'equals') as DashboardFilter['operator']; // others are refused when it is applied
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

function isScalar(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function closed(path: string, id: string): InputProblem {
  return { path, message: `names the control '${id}', which viewers cannot change` };
}

function requireNone(problems: readonly InputProblem[]): void {
  const [first] = problems;
  if (first) throw new InvalidInput('dashboard.closed-control', `${first.path} ${first.message}`, problems);
}

/** The controls that a chart follows: `controlsMapping` of its widget may turn one off, or name another member. */
export function mappedTo(config: JsonObject, control: string): { readonly isOn: boolean; readonly member?: string } {
  const mapping = isRecord(config['controlsMapping']) ? config['controlsMapping'] : {};
  const own = Object.hasOwn(mapping, control) ? mapping[control] : undefined;
  if (!isRecord(own)) return { isOn: true };
  const member = textIn(own['member']);
  return { isOn: own['enabled'] !== false, ...(member === undefined ? {} : { member }) };
}
