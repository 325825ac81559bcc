import type { ModelFile } from '@orrery/semantic';

const membersOfEach = 40;

/**
 * A model of 200 cubes, or more, with 40 members each, one file per cube, joined in chains of ten: 1.7 MB of YAML for 200.
 *
 * @param note other texts for all of them
 */
export function wideModel(cubes = 200, note = ''): readonly ModelFile[] {
  return Array.from({ length: cubes }, (_, number) => ({
    path: `cubes/area_${Math.floor(number / 10)}/cube_${number}.yml`,
    text: wideCube(number, note),
  }));
}

export function wideCube(number: number, note = ''): string {
  const name = `cube_${number}`;
  const dimensions = Array.from({ length: membersOfEach / 2 - 1 }, (_, index) => {
    const type = ['string', 'number', 'time', 'boolean'][index % 4] ?? 'string';
    return [
      `      - name: attribute_${index}`,
      `        sql: "{CUBE}.attribute_${index}"`,
      `        type: ${type}`,
      `        title: Attribute ${index} of cube ${number}${note}`,
      '        description: What the source says about this attribute, as its owner wrote it down',
    ].join('\n');
  });
  const measures = Array.from({ length: membersOfEach / 2 }, (_, index) =>
    index % 5 === 4
      ? `      - name: ratio_${index}\n        sql: "1.0 * {total_${index - 1}} / NULLIF({total_${index - 2}}, 0)"\n        type: number\n        description: A ratio of two totals of the same cube, empty where the second is zero`
      : `      - name: total_${index}\n        sql: "{CUBE}.value_${index}"\n        type: sum\n        description: A total over all rows of the cube, in the unit of its source\n        filters:\n          - sql: "{CUBE}.attribute_0 = 'kind ${index}'"`,
  );
  const join =
    number % 10 === 9
      ? []
      : [
          '    joins:',
          `      - name: cube_${number + 1}`,
          '        relationship: many_to_one',
          `        sql: "{CUBE}.next_id = {cube_${number + 1}.id}"`,
        ];
  return [
    'cubes:',
    `  - name: ${name}`,
    `    sql_table: wide.${name}`,
    `    description: One of many cubes of a wide model`,
    ...join,
    '    dimensions:',
    '      - name: id',
    '        sql: id',
    '        type: number',
    '        primary_key: true',
    ...dimensions,
    '    measures:',
    ...measures,
    '',
  ].join('\n');
}
