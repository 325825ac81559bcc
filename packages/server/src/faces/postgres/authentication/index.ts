export { type ScramAnswer, scramExchange } from './scram-exchange.ts';
