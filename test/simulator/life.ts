/** What people do in the school, at random. */
import type { Random } from './random.ts';
import type { SimProduct, SimSchool } from './school.ts';

export interface LifeOptions {
  readonly productsComeAndGo: boolean;
  readonly lessonsChange: boolean;
}

/** Something happens. */
export function live(school: SimSchool, random: Random, { productsComeAndGo, lessonsChange }: LifeOptions): void {
  const product = random.pick(school.products);
  if (!product) return;
  const member = random.pick(product.members);
  const lesson = random.pick(product.lessons);
  const dice = random.next();
  if (dice < 0.2) {
    if (product.members.length < 26) school.join(product);
  } else if (dice < 0.24) rejoin(school, random, product);
  else if (dice < 0.3) {
    if (member) school.leave(product, member);
  } else if (dice < 0.33) {
    if (member) school.deleteUser(member.user);
  } else if (dice < 0.65) {
    if (member && lesson) school.complete(product, member, lesson);
  } else if (dice < 0.7) {
    if (member) finish(school, product, member.user);
  } else if (dice < 0.74) {
    if (member) school.download(product, member);
  } else if (dice < 0.82) {
    if (member) school.setStatus(product, member);
  } else if (dice < 0.85) {
    const user = member && school.users.get(member.user);
    if (user) user.name = `Renamed ${random.whole(1, 99)}`;
  } else if (lessonsChange && dice < 0.95) changeLessons(school, random, product);
  else if (productsComeAndGo) {
    if (random.chance(0.3) && school.products.length < 6) school.addProduct(random.chance(0.5));
    else school.setPublished(product, !product.published);
  }
}

function rejoin(school: SimSchool, random: Random, product: SimProduct): void {
  const former = random.pick([...school.users.keys()]);
  if (former) school.join(product, former);
}

/** Somebody does all that is left at once. */
function finish(school: SimSchool, product: SimProduct, user: string): void {
  const member = product.members.find((one) => one.user === user);
  if (member) for (const lesson of product.lessons) school.complete(product, member, lesson);
}

function changeLessons(school: SimSchool, random: Random, product: SimProduct): void {
  const lesson = random.pick(product.lessons);
  const dice = random.next();
  if (!lesson || (dice < 0.3 && product.lessons.length < 12)) school.addLesson(product, random.chance(0.7));
  else if (dice < 0.55) school.removeLesson(product, lesson);
  else if (dice < 0.8) school.toggleLesson(product, lesson);
  else if (dice < 0.9) school.moveLesson(product, lesson);
  else if (product.sections.length < 4) school.addSection(product);
}
