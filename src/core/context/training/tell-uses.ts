import { message } from '../../../protocol/catalogue/catalogue';
import type { TrainingUses } from './training-unit';

/** What training code works with, in words; empty where nothing shows. */
export function tellUses({ model, optimizer, loss, data, metrics }: TrainingUses): string {
  return [
    ...(model === null ? [] : [message('context.uses.model', { name: model })]),
    ...(optimizer === null ? [] : [message('context.uses.optimizer', { name: optimizer })]),
    ...(loss === null ? [] : [message('context.uses.loss', { name: loss })]),
    ...(data === null ? [] : [message('context.uses.data', { name: data })]),
    ...(metrics === null ? [] : [message('context.uses.metrics', { name: metrics })]),
  ].join(', ');
}
