import { type Access, cubeOf, isVisible, type MemberId, type ModelIndex } from '@orrery/semantic';

/** Replacement for a name the caller may not see. */
const hiddenName = '(hidden)';

/** Hides names of the model that the reader may not see. */
export interface Redaction {
  cube(name: string): string;
  member(id: string): string;
  /** Handles a text with names of members. */
  text(text: string): string;
  /** Handles a sentence with names of cubes, members and paths in single quotes. */
  sentence(text: string): string;
  /** Handles SQL of an author of that cube, with references as `{CUBE.member}`. */
  sql(text: string, cube: string): string;
}

export function redactionFor(model: ModelIndex, access: Access): Redaction {
  const mayName = (id: string): boolean => {
    const member = model.members.get(id as MemberId);
    return member === undefined || isVisible(member, model, access);
  };
  const isKnown = (id: string) => model.members.has(id as MemberId);
  const mayNameCube = (name: string): boolean => {
    const piece = model.pieces.get(name);
    const members = piece ? [...piece.measures, ...piece.dimensions, ...piece.segments] : [];
    return piece !== undefined && piece.isPublic && members.some((member) => isVisible(member, model, access));
  };
  const cube = (name: string) => (mayNameCube(name) ? name : hiddenName);
  const member = (id: string) => {
    // A plan has members of its own, whose ids are made of others, as `orders.count~over~orders.rolling~`.
    const [own = id] = id.split('~');
    if (mayName(own)) return own;
    const owner = cube(cubeOf(id as MemberId));
    return owner === hiddenName ? hiddenName : `${owner}.${hiddenName}`;
  };
  return {
    cube,
    member,
    // Texts in quotes are values of the query.
    sql: (text, owner) =>
      text.replaceAll(/\{([\w.]+)\}/g, (whole, path: string) => {
        const steps = (path.startsWith('CUBE.') ? `${owner}.${path.slice('CUBE.'.length)}` : path).split('.');
        const named = steps.map((step, index) => `${step}.${steps[index + 1] ?? ''}`).filter((id) => isKnown(id));
        return named.every((id) => mayName(id)) ? whole : `{${hiddenName}}`;
      }),
    sentence: (text) =>
      text.replaceAll(/'([A-Za-z_][\w.]*)'/g, (_, name: string) => {
        if (isKnown(name)) return `'${member(name)}'`;
        const steps = name.split('.');
        return `'${steps.every((step) => model.pieces.has(step)) ? steps.map(cube).join('.') : name}'`;
      }),
    text: (text) =>
      text.replaceAll(/"(?:[^"\\]|\\.)*"|\w+\.\w+/g, (part) => (part.startsWith('"') ? part : member(part))),
  };
}

/** The redaction for users who can read the model's files anyway: it hides nothing. */
export const noRedaction: Redaction = {
  cube: (name) => name,
  member: (id) => id,
  sentence: (text) => text,
  text: (text) => text,
  sql: (text) => text,
};
