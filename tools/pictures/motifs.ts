import type { Random } from '../../src/catalogue/generated/random.js';

export const WIDTH = 1200;
export const HEIGHT = 630;

/** Ground from top left to bottom right, three colours on it, and a contrasting one. */
export type Palette = readonly [from: string, to: string, one: string, two: string, three: string, bright: string];

export const PALETTES = {
  midnight: ['#0b1030', '#27247a', '#ff5d73', '#ffb86b', '#6ee7ff', '#f7f3ff'],
  plum: ['#2a0a3d', '#7c1f7c', '#ff8fab', '#ffd166', '#9bf6ff', '#fff6fb'],
  ember: ['#6d0f22', '#e4572e', '#ffd166', '#ff9b71', '#2b0a14', '#fff3d6'],
  teal: ['#03303a', '#12807f', '#f4a259', '#f25c54', '#8cd9c9', '#f2efe4'],
  forest: ['#0f3b2d', '#2f8a63', '#f6e27f', '#ff7b47', '#a8dcb5', '#f9fff4'],
  sky: ['#1a4fc0', '#74b6fb', '#ffd23f', '#ff6b6b', '#0d2b6b', '#ffffff'],
  sand: ['#f7e8cb', '#f0c382', '#c8553d', '#1d3557', '#588b8b', '#fffaf0'],
  blush: ['#ffe3de', '#f59ca1', '#6d2e46', '#e4576b', '#2a9d8f', '#fff7ef'],
  ink: ['#111318', '#34364a', '#f5cb5c', '#ef476f', '#5bc0be', '#f3f1e7'],
  violet: ['#2c0a80', '#8a1fd0', '#f72585', '#4cc9f0', '#ffd60a', '#faf5ff'],
} satisfies Record<string, Palette>;

type Motif = (palette: Palette, random: Random) => string;

const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i);
const circle = (x: number, y: number, r: number, more: string): string =>
  `<circle cx="${x}" cy="${y}" r="${r}" ${more}/>`;
const rect = (x: number, y: number, w: number, h: number, more: string): string =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" ${more}/>`;
const of = (colours: readonly string[], i: number): string => colours[i % colours.length] ?? '';

/** A wave from edge to edge, as a path without its fill. */
const wave = (y: number, height: number, length: number, shift: number): string =>
  `M${range(62)
    .map((i) => `${i * 20 - 10} ${(y + height * Math.sin((i * 20) / length + shift)).toFixed(1)}`)
    .join('L')}`;

/** A closed shape with soft corners. */
function blob(random: Random, x: number, y: number, size: number): string {
  const corners = 6;
  const points = range(corners).map((i) => {
    const angle = (i / corners) * 2 * Math.PI;
    const r = size * (0.62 + random.next() * 0.6);
    return [x + r * Math.cos(angle), y + r * Math.sin(angle)] as const;
  });
  const middle = (i: number) => {
    const [a = [0, 0], b = [0, 0]] = [points[i % corners], points[(i + 1) % corners]];
    return `${((a[0] + b[0]) / 2).toFixed(0)} ${((a[1] + b[1]) / 2).toFixed(0)}`;
  };
  return `M${middle(corners - 1)}${points.map(([a, b], i) => `Q${a.toFixed(0)} ${b.toFixed(0)} ${middle(i)}`).join('')}Z`;
}

/** A motif for each category of the sample and demonstration events. */
export const MOTIFS: Record<string, Motif> = {
  music: ([, , one, two, three, bright], random) => {
    const x = random.whole(760, 900);
    const y = random.whole(260, 370);
    const grooves = range(5).map((i) =>
      circle(
        x,
        y,
        140 + i * 76,
        `fill="none" stroke="${of([one, two, three], i)}" stroke-width="${24 - i * 2}" opacity="${0.95 - i * 0.08}"`,
      ),
    );
    const bars = range(11).map((i) => {
      const height = 70 + 330 * Math.abs(Math.sin(i * 0.62 + random.next() * 0.7));
      return rect(70 + i * 46, 560 - height, 28, height, `rx="14" fill="${of([two, bright, one], i)}"`);
    });
    return [...grooves, circle(x, y, 96, `fill="${one}"`), circle(x, y, 22, `fill="${bright}"`), ...bars].join('');
  },
  nightlife: ([from, , one, two, three, bright], random) => {
    const beams = range(7).map((i) => {
      const x = 60 + i * 180;
      const aim = x + random.whole(-380, 380);
      return `<path d="M${x} -20L${aim - 130} 660H${aim + 130}Z" fill="${of([one, three, two], i)}" opacity=".34" style="mix-blend-mode:screen"/>`;
    });
    const x = random.whole(430, 770);
    const dots = range(11).flatMap((row) =>
      range(11).flatMap((column) => {
        const [dx, dy] = [column * 2 - 10, row * 2 - 10];
        if (dx * dx + dy * dy > 112) return [];
        const lit = random.chance(0.3) ? bright : of([two, one, three], row + column);
        return rect(
          x + dx * 11.5 - 9,
          250 + dy * 11.5 - 9,
          18,
          18,
          `rx="4" fill="${lit}" opacity="${0.5 + random.next() / 2}"`,
        );
      }),
    );
    const thread = `<path d="M${x} 0V120" stroke="${bright}" stroke-width="3"/>`;
    return [...beams, thread, circle(x, 250, 138, `fill="${from}" opacity=".8"`), ...dots].join('');
  },
  theatre: ([from, , one, two, , bright], random) => {
    const x = random.whole(520, 680);
    const light = `<path d="M${x + 260} -30L${x - 200} 560H${x + 200}Z" fill="${bright}" opacity=".22"/><ellipse cx="${x}" cy="560" rx="210" ry="44" fill="${bright}" opacity=".85"/>`;
    const folds = (side: 1 | -1) =>
      range(7).map((i) => {
        const at = (value: number) => (side === 1 ? value : WIDTH - value);
        const reach = 430 - i * 62;
        return `<path d="M${at(-10)} -10H${at(reach + 60)}Q${at(reach + 20)} 330 ${at(reach - 130)} 640H${at(-10)}Z" fill="${of([one, two], i)}"/><path d="M${at(reach + 60)} -10Q${at(reach + 20)} 330 ${at(reach - 130)} 640" fill="none" stroke="${from}" stroke-width="12" opacity=".35"/>`;
      });
    const floor = rect(0, 560, WIDTH, 70, `fill="${from}"`);
    return [
      floor,
      light,
      circle(x, 430, 46, `fill="${two}"`),
      `<path d="M${x - 74} 560Q${x} 400 ${x + 74} 560Z" fill="${one}"/>`,
      ...folds(1),
      ...folds(-1),
    ].join('');
  },
  comedy: ([from, , one, two, three, bright], random) =>
    range(3)
      .flatMap((row) =>
        range(6).map((column) => {
          const [x, y] = [100 + column * 200, 105 + row * 210];
          const colour = of([one, bright, two, three], row * 3 + column + random.whole(0, 2));
          const glad = random.chance(0.75);
          const mouth = glad ? `M${x - 44} ${y + 8}A44 44 0 0 0 ${x + 44} ${y + 8}Z` : `M${x - 30} ${y + 36}H${x + 30}`;
          const eyes = random.chance(0.3)
            ? `<path d="M${x - 40} ${y - 22}q12 -16 24 0M${x + 16} ${y - 22}q12 -16 24 0" fill="none" stroke="${from}" stroke-width="8" stroke-linecap="round"/>`
            : circle(x - 28, y - 24, 9, `fill="${from}"`) + circle(x + 28, y - 24, 9, `fill="${from}"`);
          const shape =
            (row + column) % 2 === 0
              ? circle(x, y, 86, `fill="${colour}"`)
              : rect(x - 84, y - 84, 168, 168, `rx="34" fill="${colour}"`);
          return `${shape}${eyes}<path d="${mouth}" fill="${glad ? from : 'none'}" stroke="${from}" stroke-width="9" stroke-linecap="round" stroke-linejoin="round"/>`;
        }),
      )
      .join(''),
  classical: ([, , one, two, three, bright], random) => {
    const shift = random.next() * 6;
    const y = (x: number, line: number) => 215 + line * 46 + 70 * Math.sin(x / 230 + shift);
    const lines = range(5).map(
      (line) =>
        `<path d="${wave(215 + line * 46, 70, 230, shift)}" fill="none" stroke="${bright}" stroke-width="5" opacity=".85"/>`,
    );
    const notes = range(9).map((i) => {
      const x = 110 + i * 122;
      const at = y(x, random.whole(0, 4));
      const up = at > 300;
      return `<ellipse cx="${x}" cy="${at.toFixed(0)}" rx="36" ry="27" transform="rotate(-20 ${x} ${at.toFixed(0)})" fill="${of([one, two, three], i)}"/>${rect(up ? x + 26 : x - 34, up ? at - 170 : at + 4, 8, 166, `rx="4" fill="${of([one, two, three], i)}"`)}`;
    });
    return [circle(random.whole(850, 1000), 180, 210, `fill="${one}" opacity=".22"`), ...lines, ...notes].join('');
  },
  sports: ([from, , one, two, three, bright], random) => {
    const lanes = range(8).map(
      (i) =>
        `<ellipse cx="420" cy="690" rx="${900 - i * 96}" ry="${640 - i * 72}" fill="${i % 2 === 0 ? one : two}" stroke="${bright}" stroke-width="6"/>`,
    );
    const x = random.whole(800, 980);
    const y = random.whole(130, 210);
    const ball = `${circle(x, y, 92, `fill="${bright}"`)}<path d="M${x - 90} ${y + 14}Q${x} ${y - 66} ${x + 90} ${y - 14}M${x - 50} ${y + 76}Q${x + 10} ${y - 10} ${x - 14} ${y - 92}" fill="none" stroke="${from}" stroke-width="9"/>`;
    const traces = range(4).map(
      (i) =>
        `<path d="M${x - 150 - i * 70} ${y + 40 + i * 34}l-90 34" stroke="${three}" stroke-width="12" stroke-linecap="round" opacity="${0.9 - i * 0.2}"/>`,
    );
    return [...lanes, ellipse(420, 690, from), ...traces, ball].join('');
  },
  food: ([from, , one, two, three, bright], random) => {
    const slice = (x: number, y: number, r: number, colour: string) => {
      const turn = random.whole(0, 40);
      const parts = range(8).map((i) => {
        const angle = ((i * 45 + turn) * Math.PI) / 180;
        const [a, b] = [angle - 0.33, angle + 0.33];
        const point = (at: number, length: number) =>
          `${(x + length * Math.cos(at)).toFixed(0)} ${(y + length * Math.sin(at)).toFixed(0)}`;
        return `<path d="M${point(angle, r * 0.12)}L${point(a, r * 0.78)}Q${point(angle, r * 0.9)} ${point(b, r * 0.78)}Z" fill="${colour}" stroke="${colour}" stroke-width="6" stroke-linejoin="round"/>`;
      });
      return circle(x, y, r, `fill="${colour}"`) + circle(x, y, r * 0.92, `fill="${bright}"`) + parts.join('');
    };
    const plate = (x: number, y: number, r: number) =>
      circle(x + 8, y + 14, r, `fill="${from}" opacity=".18"`) +
      circle(x, y, r, `fill="${bright}"`) +
      circle(x, y, r * 0.72, `fill="none" stroke="${three}" stroke-width="7" opacity=".6"`);
    return [
      plate(330, 330, 270),
      slice(300, 310, 150, one),
      plate(900, 210, 190),
      circle(870, 190, 84, `fill="${two}"`),
      circle(950, 250, 58, `fill="${three}"`),
      slice(random.whole(680, 740), 540, 118, two),
      plate(1080, 560, 170),
      slice(1075, 560, 92, one),
    ].join('');
  },
  conference: ([from, , one, two, three, bright], random) => {
    const chart = range(7).map((i) => {
      const height = 50 + random.whole(0, 150);
      return rect(405 + i * 58, 320 - height, 36, height, `rx="8" fill="${of([one, two, three], i)}"`);
    });
    const seat = random.whole(1, 5);
    const rows = range(3).flatMap((row) =>
      range(9).map((i) => {
        const x = i * 170 - (row % 2) * 85;
        const y = 420 + row * 84;
        const lit = row === 1 && i === seat;
        return `<g fill="${lit ? one : from}" opacity="${lit ? 1 : 0.55 + row * 0.2}">${circle(x, y, 42, '')}<path d="M${x - 78} ${y + 150}Q${x - 70} ${y + 48} ${x} ${y + 48}Q${x + 70} ${y + 48} ${x + 78} ${y + 150}Z"/></g>`;
      }),
    );
    return [rect(320, 50, 560, 300, `rx="18" fill="${bright}"`), ...chart, ...rows].join('');
  },
  art: ([from, , one, two, three, bright], random) => {
    const shapes = range(6).map((i) => {
      const [x, y] = [
        170 + (i % 3) * 400 + random.whole(-60, 60),
        180 + Math.floor(i / 3) * 280 + random.whole(-40, 40),
      ];
      return `<path d="${blob(random, x, y, random.whole(130, 200))}" fill="${of([one, two, three, bright], i)}" opacity=".92"/>`;
    });
    const leaf = (x: number, y: number, turn: number, colour: string) =>
      `<g transform="translate(${x} ${y}) rotate(${turn})" fill="${colour}">${range(4)
        .map(
          (i) =>
            `<ellipse cx="${-34}" cy="${i * 52}" rx="46" ry="17" transform="rotate(32 -34 ${i * 52})"/><ellipse cx="34" cy="${i * 52}" rx="46" ry="17" transform="rotate(-32 34 ${i * 52})"/>`,
        )
        .join('')}${rect(-5, -40, 10, 270, 'rx="5"')}</g>`;
    return [
      ...shapes,
      leaf(random.whole(260, 420), 200, -24, from),
      leaf(random.whole(800, 950), 160, 20, bright),
    ].join('');
  },
  family: ([from, , one, two, three, bright], random) => {
    const hills = range(4).map(
      (i) =>
        `<path d="${wave(430 + i * 52, 42 - i * 6, 150 + i * 40, random.next() * 6)}V640H-20Z" fill="${of([three, one, two, from], i)}"/>`,
    );
    const balloons = range(5).map((i) => {
      const [x, y] = [150 + i * 150 + random.whole(-30, 30), 130 + random.whole(0, 170)];
      return `<path d="M${x} ${y + 74}q-18 60 6 130" fill="none" stroke="${bright}" stroke-width="4"/><ellipse cx="${x}" cy="${y}" rx="58" ry="70" fill="${of([one, bright, two], i)}"/><path d="M${x - 12} ${y + 82}l12 -16l12 16Z" fill="${of([one, bright, two], i)}"/><ellipse cx="${x - 20}" cy="${y - 26}" rx="11" ry="17" fill="#fff" opacity=".45"/>`;
    });
    return [
      circle(1010, 150, 96, `fill="${bright}" opacity=".95"`),
      ...hills.slice(0, 2),
      ...balloons,
      ...hills.slice(2),
    ].join('');
  },
  film: ([from, , one, two, three, bright], random) => {
    const holes = (y: number) =>
      range(17).map((i) => rect(18 + i * 72, y, 38, 30, `rx="8" fill="${bright}" opacity=".9"`));
    const y = random.whole(250, 380);
    const reel = (x: number, r: number, colour: string) =>
      circle(x, y, r, `fill="${colour}"`) +
      range(5)
        .map((i) =>
          circle(x + r * 0.56 * Math.cos(i * 1.2566), y + r * 0.56 * Math.sin(i * 1.2566), r * 0.2, `fill="${from}"`),
        )
        .join('') +
      circle(x, y, r * 0.13, `fill="${from}"`);
    const beam = `<path d="M300 ${y - 20}L1240 60V590L300 ${y + 20}Z" fill="${bright}" opacity=".28"/><path d="M300 ${y - 8}L1240 190V460L300 ${y + 8}Z" fill="${three}" opacity=".4"/>`;
    const strips = rect(0, 0, WIDTH, 70, `fill="${from}"`) + rect(0, HEIGHT - 70, WIDTH, 70, `fill="${from}"`);
    return [
      beam,
      reel(250, 170, one),
      reel(random.whole(880, 960), 112, two),
      strips,
      ...holes(20),
      ...holes(HEIGHT - 50),
    ].join('');
  },
  dance: ([, , one, two, three, bright], random) => {
    const shift = random.next() * 6;
    const ribbons = range(9).map((i) => {
      const path = range(62).map((k) => {
        const x = k * 21 - 30;
        const y = 315 + (i - 4) * (24 + 20 * Math.sin(k / 12 + shift)) + 120 * Math.sin(k / 9.2 + shift + i * 0.05);
        return `${x} ${y.toFixed(0)}`;
      });
      return `<path d="M${path.join('L')}" fill="none" stroke="${of([one, two, bright, three], Math.floor(i / 2))}" stroke-width="${26 - 3 * Math.abs(i - 4)}" stroke-linejoin="round" opacity="${1 - Math.abs(i - 4) * 0.06}"/>`;
    });
    return [circle(random.whole(240, 420), 190, 100, `fill="${bright}" opacity=".9"`), ...ribbons].join('');
  },
  education: ([from, , one, two, three, bright], random) => {
    let x = 120;
    const books: string[] = [];
    while (x < 860) {
      const width = random.whole(48, 92);
      const height = random.whole(250, 400);
      const colour = of([one, two, three, bright], books.length);
      books.push(
        rect(x, 540 - height, width, height, `rx="7" fill="${colour}"`) +
          rect(x, 540 - height + 46, width, 16, `fill="${from}" opacity=".55"`) +
          rect(x, 470, width, 10, `fill="${from}" opacity=".55"`),
      );
      x += width + 9;
    }
    const leaning = `<g transform="translate(${x + 90} 540) rotate(-17)">${rect(-80, -330, 66, 330, `rx="7" fill="${one}"`)}${rect(-80, -290, 66, 16, `fill="${from}" opacity=".55"`)}</g>`;
    return [
      circle(990, 180, 120, `fill="${bright}" opacity=".92"`),
      rect(0, 540, WIDTH, 90, `fill="${from}" opacity=".8"`),
      ...books,
      leaning,
    ].join('');
  },
};

const ellipse = (x: number, y: number, fill: string): string =>
  `<ellipse cx="${x}" cy="${y}" rx="140" ry="80" fill="${fill}"/>`;
