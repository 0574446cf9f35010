import { beforeEach, describe, expect, it } from 'vitest';
import { FakeTime } from '../../frame-time.fixture.ts';
import { MAX_NODES, type QueuedNode, ReadingQueue, SAMPLE_EVERY, SLICE, STORM_RATE } from './queue.ts';

class FakeNode implements QueuedNode {
  isConnected = true;
  readonly parentNode: FakeNode | null;
  readonly steps: number;
  constructor(parentNode: FakeNode | null = null, steps = 1) {
    this.parentNode = parentNode;
    this.steps = steps;
  }
}

describe('the reading queue', () => {
  let time: FakeTime;
  let everything: FakeNode;
  let read: FakeNode[];
  let visible: boolean;
  let drained: number;
  let queue: ReadingQueue<FakeNode>;
  /** What one step of reading costs, in ms. */
  let stepCost: number;

  beforeEach(() => {
    time = new FakeTime();
    everything = new FakeNode();
    read = [];
    visible = true;
    drained = 0;
    stepCost = 0.5;
    queue = new ReadingQueue<FakeNode>({
      idle: time,
      *read(node) {
        read.push(node);
        for (let step = 0; step < node.steps; step += 1) {
          time.at += stepCost;
          yield;
        }
      },
      everything: () => everything,
      visible: () => visible,
      drained: () => {
        drained += 1;
      },
    });
  });

  it('reads nothing before the frame is idle', () => {
    queue.add(new FakeNode());
    expect(read).toEqual([]);
    time.runIdle();
    expect(read).toHaveLength(1);
    expect(drained).toBe(1);
  });

  it('never works longer than a slice, and goes on with the same node in the next', () => {
    queue.add(new FakeNode(null, 20));
    time.runIdle();
    expect(time.at).toBeLessThanOrEqual(SLICE);
    expect(drained).toBe(0);
    let slices = 1;
    while (time.idle !== null) {
      const start = time.at;
      time.runIdle();
      expect(time.at - start).toBeLessThanOrEqual(SLICE);
      slices += 1;
    }
    expect(slices).toBe(3);
    expect(read).toHaveLength(1);
    expect(drained).toBe(1);
  });

  it('takes no more than the idle time there is', () => {
    queue.add(new FakeNode(null, 20));
    time.runIdle(1.4);
    expect(time.at).toBeLessThanOrEqual(1.5);
  });

  it('reads a node that was added twice once', () => {
    const node = new FakeNode();
    queue.add(node);
    queue.add(node);
    time.runIdle();
    expect(read).toEqual([node]);
  });

  it('drops nodes that left the page or stand inside another waiting node', () => {
    const parent = new FakeNode();
    const gone = new FakeNode();
    queue.add(new FakeNode(new FakeNode(parent)));
    queue.add(parent);
    queue.add(gone);
    gone.isConnected = false;
    time.runIdle();
    expect(read).toEqual([parent]);
  });

  it('reads the document once instead of very many nodes', () => {
    for (let index = 0; index <= MAX_NODES + 10; index += 1) queue.add(new FakeNode());
    time.runIdle();
    expect(read).toEqual([everything]);
  });

  it('rests while nobody can see the frame, and goes on when it is seen', () => {
    queue.add(new FakeNode());
    visible = false;
    time.runIdle();
    queue.add(new FakeNode());
    expect(read).toEqual([]);
    expect(time.idle).toBeNull();
    visible = true;
    queue.wake();
    time.runIdle();
    expect(read).toHaveLength(2);
  });

  it('samples a page that never stops changing, and follows it again when it calms down', () => {
    stepCost = 0.01;
    const second = (changes: number): void => {
      const end = (Math.floor(time.at / 1000) + 1) * 1000;
      for (let index = 0; index < changes; index += 1) {
        queue.add(new FakeNode());
        if (index % 100 === 0) time.runIdle();
      }
      time.runIdle();
      time.advance(end - time.at);
    };
    for (let count = 0; count < 5; count += 1) second(STORM_RATE + 1000);
    read.length = 0;
    const from = time.at;
    for (let count = 0; count < 10; count += 1) second(STORM_RATE + 1000);
    const most = Math.ceil((time.at - from) / SAMPLE_EVERY) + 1;
    expect(read.length).toBeGreaterThan(1);
    expect(read.length).toBeLessThanOrEqual(most);
    expect(new Set(read)).toEqual(new Set([everything]));
    second(1);
    second(1);
    const single = new FakeNode();
    queue.add(single);
    time.runIdle();
    expect(read).toContain(single);
  });

  it('reads nothing more once it has ended', () => {
    queue.add(new FakeNode(null, 20));
    time.runIdle();
    queue.end();
    queue.add(new FakeNode());
    expect(time.idle).toBeNull();
    expect(read).toHaveLength(1);
  });
});
