import { escapeHtml } from '@orrery/kernel';
import type { Presented } from '@orrery/people';
import type { FastifyReply } from 'fastify';
import { reasonOf } from '../fault/index.ts';
import { sendPage } from '../page/index.ts';
import type { TestedAnswer, TestedStep } from './tested-sign-in.ts';

const longestValue = 2_000;
const mostAttributes = 300;
/** Okta leaves out groups beyond these without saying so. */
const groupsOfOkta = 100;

/** Answers an admin with what a provider stated, and what a sign-in would have made of it. */
export function answerTested(reply: FastifyReply, answer: TestedAnswer, ownAddress: string): FastifyReply {
  const { provider, attributes = {}, presented } = answer;
  const sentences = sentencesOf(answer).map((sentence) => `<li>${escapeHtml(sentence)}</li>`);
  const read = presented ? `<h2>What was read from it</h2>${tableOf(fieldsOf(presented))}` : '';
  const arrived = Object.entries(attributes).slice(0, mostAttributes);
  return sendPage(reply, {
    heading: `Test of ${provider.name}`,
    body: `<p>Nobody was signed in, and nothing was stored.</p><ul>${sentences.join('')}</ul>
${read}<h2>${answer.fault ? 'What had arrived until then' : 'What arrived'}</h2>${tableOf(arrived, answer)}
<p><a href="${escapeHtml(`${ownAddress}/authentication`)}">Back to Authentication</a></p>`,
    width: 'wide',
  });
}

function tableOf(rows: readonly (readonly [string, unknown])[], { step }: Pick<TestedAnswer, 'step'> = {}): string {
  if (rows.length === 0) return step === 'prove' ? '<p>Nothing that can be trusted.</p>' : '<p>Nothing.</p>';
  const cells = rows.map(
    ([name, value]) => `<tr><th scope="row">${escapeHtml(name)}</th><td>${escapeHtml(textOf(value))}</td></tr>`,
  );
  return `<table>${cells.join('')}</table>`;
}

function textOf(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'absent');
  return text.length > longestValue ? `${text.slice(0, longestValue)}...` : text;
}

function fieldsOf({ email, groups, ...presented }: Presented): readonly (readonly [string, unknown])[] {
  const verified = email && `${email.value} (${email.isVerified ? 'verified' : 'not verified, so it links nobody'})`;
  return Object.entries({ ...presented, email: verified, groups: groups ?? 'unknown: no list arrived' }).map(
    ([name, value]) => [name, value ?? 'absent'],
  );
}

/** Says who it would be, by what, and with which role. */
function sentencesOf({ provider, warnings = [], presented, tested, fault, step }: TestedAnswer): readonly string[] {
  if (fault) {
    const where = step === undefined ? [] : [steps[step]];
    return [...where, fault.message, `Reason: ${reasonOf(fault) || fault.code}`, ...warnings];
  }
  if (!tested || !presented) return [];
  const { outcome, mappings } = tested;
  const isOff = provider.isOn ? [] : ['The provider is off, so nobody signs in by it now.'];
  const off = [...isOff, ...warnings];
  const isCut = provider.preset === 'okta' && presented.groups?.length === groupsOfOkta;
  const cut = isCut ? [`Exactly ${groupsOfOkta} groups arrived: Okta leaves out the others without saying so.`] : [];
  if (outcome.kind === 'refused') return [...off, `The person would be refused: ${outcome.reason}.`, ...cut];
  const { username, role } = outcome.user;
  switch (outcome.kind) {
    case 'known':
      return [...off, `The person is '${username}', who signed in by it before as this subject.`, keptRoles, ...cut];
    case 'linked':
      return [
        ...off,
        `The person would become '${username}', found by ${outcome.linkedBy ?? 'link'}.`,
        keptRoles,
        ...cut,
      ];
    case 'made':
      return [
        ...off,
        `A user '${username}' would be made: nobody was found by ${provider.settings.linkBy.join(', ') || 'anything'}.`,
        `The role would be ${role}, ${whyRole(mappings, presented)}.`,
        ...cut,
      ];
  }
}

const steps: Readonly<Record<TestedStep, string>> = {
  begin: 'It failed at the first of four steps: before your browser was sent to the provider.',
  prove:
    'It failed at the second of four steps: your browser came back, and the answer of the provider was not accepted.',
  read: 'It failed at the third of four steps: the answer is sound, and does not say who the person is.',
  decide: 'It failed at the last of four steps: finding or making the user.',
};

const keptRoles = 'Roles and groups stay as they are here: they are given to new users only.';

function whyRole(
  mappings: readonly { readonly group: string; readonly role: string }[],
  { groups }: Presented,
): string {
  if (mappings.length > 0) {
    const named = mappings.map(({ group, role }) => `'${group}' gives ${role}`);
    return `by roles of groups: ${named.join(', ')}`;
  }
  const why = groups === undefined ? 'no list of groups arrived' : 'the account maps none of the groups that arrived';
  return `the default of the account, since ${why}`;
}
