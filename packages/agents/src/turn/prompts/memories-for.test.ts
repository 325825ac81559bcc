import { describe, expect, it } from 'vitest';
import type { Memory, Told } from '../../memory/index.ts';
import { explaining, memoriesFor } from './memories-for.ts';

const memory = (told: Told, id = 1): Memory => {
  return { id, told, author: 'Ann', isOwn: false, isChosen: false, toldAt: new Date(0), chatId: undefined };
};
const facts = Array.from({ length: 200 }, (_, id) => memory({ kind: 'fact', text: `Other thing ${id}` }, id));

describe('the memories for a question', () => {
  it('are all, where there are few', () => {
    expect(memoriesFor('?', facts.slice(0, 50))).toEqual(facts.slice(0, 50));
  });

  it('are explanations of its words, then what is most like it, then the latest, where there are many', () => {
    const churn = memory({ kind: 'meaning', term: 'churn', text: 'lost customers' }, 1_000);
    const giraffes = memory({ kind: 'fact', text: 'Giraffes live in the zoo' }, 1_001);
    const found = memoriesFor('Churn of giraffes?', [churn, giraffes, ...facts]);
    expect(found).toHaveLength(50);
    expect(found.slice(0, 2)).toEqual([churn, giraffes]);
    expect(found[2]).toEqual(facts.at(-1));
    expect(memoriesFor('Nothing', [churn, giraffes, ...facts])).not.toContain(churn);
  });

  it('have no more letters than fit', () => {
    const long = Array.from({ length: 50 }, (_, id) => memory({ kind: 'fact', text: 'x'.repeat(1_000) }, id));
    expect(memoriesFor('?', long)).toHaveLength(20);
  });

  it('explain whole words alone', () => {
    const art = memory({ kind: 'meaning', term: 'art', text: 'paintings' });
    expect(explaining('a chart of sales', [art])).toEqual([]);
    expect(explaining('Art by month', [art])).toEqual([art]);
  });
});
