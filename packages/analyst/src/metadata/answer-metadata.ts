import type { AnalysisOutcome } from '../outcome.ts';
import type { NameEntry, NameIndex } from '../names/index.ts';
import { listed, plain, type QuestionToken } from '../text/index.ts';
import {
  targetOf,
  type VisibleFace,
  type VisibleMeasure,
  type VisibleModel,
  type VisiblePiece,
} from '../visible-model.ts';
import { withhold } from '../write/index.ts';

const mostPieces = 20;
const mostMembers = 40;
const mostMeanings = 6;

/** Answers a question about what there is to ask, from titles and descriptions; `undefined` for all other questions. */
export function answerMetadata(
  tokens: readonly QuestionToken[],
  model: VisibleModel,
  index: NameIndex,
  preferred: ReadonlySet<string>,
): AnalysisOutcome | undefined {
  const words = tokens.filter(({ kind }) => kind !== 'sign').map(({ folded }) => folded);
  if (words.length > 16) return undefined;
  const line = words.join(' ');
  if (overviews.has(line)) return { kind: 'metadata', text: overview(model, preferred) };
  const fields = fieldsPattern.exec(line);
  if (fields) return listFields(words, index, model);
  const definition = definitionPattern.exec(line);
  if (!definition) return undefined;
  const what = definition.groups?.['first'] ?? definition.groups?.['second'] ?? definition.groups?.['third'] ?? '';
  return define(
    what,
    index,
    model,
    definition.groups?.['sure'] !== undefined || definition.groups?.['first'] !== undefined,
  );
}

const overviews: ReadonlySet<string> = new Set(
  `help|what can i ask|what can i ask you|what can you do|what can you tell me|what do you know|what can i ask here
  what data is there|what data do you have|which data is there|which data do you have|what is there|what questions can i ask
  which questions can i ask|what can you answer|what should i ask|hello|hi|who are you|what are you|how does this work
  what views are there|which views are there|list views|show views|list all views|what views do you have|which views do you have
  which tables are there|what tables are there|what tables do you have|which cubes are there|what cubes are there|list cubes|list tables
  which metrics are there|what metrics are there|which measures are there|what measures are there|list measures|list metrics
  show measures|show metrics|which fields are there|what fields are there|list fields|list dimensions|which dimensions are there`
    .split(/[|\n]\s*/)
    .map((one) => one.trim()),
);

const fieldsPattern =
  /^(?:what|which|list|show|show me)(?: the)?(?: all)? (?:fields|measures|metrics|dimensions|columns|members|attributes|segments)(?: (?:does|do|of|in|are in|from|for|has|have))+ .{1,120}$/;

const definitionPattern =
  /^(?:what is (?!the |our |my |in |by )(?<second>.{1,80})|(?<sure>define|explain|describe|definition of|meaning of|tell me about|what is the definition of|what is the meaning of|explain to me) (?:the )?(?<third>.{1,80})|what does (?:the )?(?<first>.{1,80}) mean)$/;

function define(what: string, index: NameIndex, model: VisibleModel, isSure: boolean): AnalysisOutcome | undefined {
  const name = what.replace(/^(?:the|a|an) /, '');
  const entries = index.named(name).filter(({ kind }) => kind !== 'granularity');
  if (entries.length > 0) return { kind: 'metadata', text: meanings(entries, model) };
  return isSure ? withhold([{ words: name }], model) : undefined;
}

function meanings(entries: readonly NameEntry[], model: VisibleModel): string {
  const best = Math.max(...entries.map(({ fit }) => fit));
  const groups = [
    ...Map.groupBy(
      entries.filter(({ fit }) => fit === best),
      ({ target }) => target,
    ).values(),
  ];
  const texts = groups.slice(0, mostMeanings).map((group) => {
    const faces = group.flatMap((entry) => {
      const piece = model.cubes.find(({ name }) => name === entry.piece);
      const face = piece && faceOf(piece, entry);
      return piece && face ? [{ piece, face, kind: entry.kind }] : [];
    });
    const [first] = faces;
    if (!first) return '';
    if (first.kind === 'piece') return describePiece(first.piece);
    const described = faces.find(({ face }) => face.description !== undefined)?.face.description;
    const where = [...new Set(faces.map(({ piece }) => plain(piece.title, 80)))];
    const kind = first.kind === 'measure' ? kindOf(first.face as VisibleMeasure) : first.kind;
    const description = described === undefined ? 'Nobody has described it.' : plain(described, 1000);
    return `**${plain(shortTitleOf(first.face), 80)}** (${kind}, in ${listed(where.slice(0, 6))}): ${description}`;
  });
  const more = groups.length > mostMeanings ? [`And ${groups.length - mostMeanings} others of this name.`] : [];
  return [...texts.filter((text) => text !== ''), ...more].join('\n\n');
}

function faceOf(piece: VisiblePiece, { kind, member }: NameEntry): VisibleFace | VisiblePiece | undefined {
  if (kind === 'piece') return piece;
  return [...piece.measures, ...piece.dimensions, ...piece.segments].find(({ name }) => name === member);
}

function shortTitleOf(face: VisibleFace | VisiblePiece): string {
  return 'shortTitle' in face ? face.shortTitle : face.title;
}

function kindOf({ aggType }: VisibleMeasure): string {
  return `measure, ${plain(aggType, 40)}`;
}

function listFields(words: readonly string[], index: NameIndex, model: VisibleModel): AnalysisOutcome | undefined {
  const ends = new Set(['have', 'has', 'contain', 'view', 'cube', 'table']);
  const last = ends.has(words.at(-1) ?? '') ? words.slice(0, -1) : words;
  const name = ends.has(last.at(-1) ?? '') ? last.slice(0, -1) : last;
  // The longest end of the question that is the name of a cube or view.
  for (let from = 1; from < name.length; from += 1) {
    const pieces = index.named(name.slice(from).join(' ')).filter(({ kind }) => kind === 'piece');
    const found = model.cubes.filter((piece) => pieces.some((entry) => entry.piece === piece.name));
    if (found.length > 0) return { kind: 'metadata', text: found.map(describePiece).join('\n\n') };
  }
  return withhold([{ words: name.at(-1) ?? '', reason: 'there is no view or cube of this name' }], model);
}

function describePiece(piece: VisiblePiece): string {
  const description = piece.description === undefined ? '' : `: ${plain(piece.description, 1000)}`;
  return [
    `**${plain(piece.title, 80)}**${description}`,
    ...memberLines('Measures', piece.measures),
    ...memberLines('Dimensions', piece.dimensions),
    ...memberLines('Segments', piece.segments),
  ].join('\n');
}

function memberLines(title: string, faces: readonly VisibleFace[]): readonly string[] {
  if (faces.length === 0) return [];
  const shown = faces.slice(0, mostMembers).map((face) => {
    const description = face.description === undefined ? '' : ` (${plain(face.description, 160)})`;
    return `${plain(face.shortTitle, 80)}${description}`;
  });
  const more = faces.length > mostMembers ? `, and ${faces.length - mostMembers} more` : '';
  return [`- ${title}: ${shown.join(', ')}${more}`];
}

function overview({ cubes }: VisibleModel, preferred: ReadonlySet<string>): string {
  if (cubes.length === 0) return 'There is nothing that you may ask about.';
  const views = cubes.filter(({ type }) => type === 'view');
  const first = cubes.filter(({ name }) => preferred.has(name));
  const shown = first.length > 0 ? first : views.length > 0 ? views : cubes;
  const lines = shown.slice(0, mostPieces).map((piece) => {
    const description = piece.description === undefined ? '' : `: ${plain(piece.description, 300)}`;
    const measures = listed(piece.measures.slice(0, 6).map(({ shortTitle }) => plain(shortTitle, 80)));
    return `- **${plain(piece.title, 80)}**${description}${measures === '' ? '' : ` Measures: ${measures}.`}`;
  });
  const more = shown.length > mostPieces ? [`- and ${shown.length - mostPieces} more`] : [];
  const example = exampleOf(shown);
  return [
    'You can ask about:',
    [...lines, ...more].join('\n'),
    ...(example === undefined ? [] : [`For example: "${example}".`]),
    '"Which fields does … have?" lists all of a view, "What is …?" explains one of them.',
  ].join('\n\n');
}

/** A question about names that only one definition has. */
function exampleOf(pieces: readonly VisiblePiece[]): string | undefined {
  const targets = new Map<string, Set<string>>();
  for (const face of pieces.flatMap(({ measures, dimensions }) => [...measures, ...dimensions])) {
    const known = targets.get(face.shortTitle) ?? new Set();
    targets.set(face.shortTitle, known.add(targetOf(face)));
  }
  const isOnly = ({ shortTitle }: VisibleFace) => targets.get(shortTitle)?.size === 1;
  for (const { measures, dimensions } of pieces) {
    const measure = measures.find(isOnly);
    const dimension = dimensions.find((one) => one.type === 'string' && isOnly(one));
    if (measure && dimension) return plain(`${measure.shortTitle} by ${dimension.shortTitle}`);
  }
  return undefined;
}
