import { arch, cpus, totalmem } from 'node:os';
import type { HardwareProbe } from '../../core/ports/hardware-probe';
import type { Progress } from '../../core/ports/cancellation';
import { message } from '../../protocol/catalogue/catalogue';
import type { Accelerator } from '../../protocol/methods';
import type { RunProcess } from '../process/types';
import { findByFiles } from './find-by-files';
import { findDriverTool } from './find-driver-tool';
import { NVIDIA_FIELDS, parseNvidiaCsv } from './parse-nvidia-csv';
import { runDriverTool } from './run-driver-tool';

export interface HardwareProbeOptions {
  readonly platform: string;
  readonly environmentBlock: Readonly<Record<string, string | undefined>>;
  readonly runProcess: RunProcess;
  /** Where device nodes lie; `/dev` where it is left out. */
  readonly deviceFolder?: string;
}

/** Reads the machine: processors and memory from the system, cards from the vendor's tool and from device nodes. */
export function createHardwareProbe(options: HardwareProbeOptions): HardwareProbe {
  const { platform, deviceFolder = '/dev' } = options;
  return {
    read: async (progress) => {
      const byFiles = await findByFiles({ platform, architecture: arch(), deviceFolder });
      const nvidia = await readNvidia(options, byFiles.hasNvidiaDevice, progress);
      const accelerators = [...nvidia.accelerators, ...byFiles.accelerators];
      return {
        platform,
        processors: Math.max(1, cpus().length),
        memoryBytes: totalmem(),
        accelerators,
        reason: reasonFor(accelerators, nvidia.reason),
      };
    },
  };
}

function reasonFor(accelerators: readonly Accelerator[], nvidiaReason: string | null): string | null {
  if (accelerators.some((one) => one.vendor !== 'amd')) return null;
  return accelerators.length > 0 ? message('hardware.reason.amdByFiles') : nvidiaReason;
}

async function readNvidia(
  options: HardwareProbeOptions,
  hasDevice: boolean,
  progress: Progress,
): Promise<{ readonly accelerators: readonly Accelerator[]; readonly reason: string | null }> {
  const tool = await findDriverTool(options);
  if (tool === null) {
    const key = hasDevice ? 'hardware.reason.deviceWithoutTool' : 'hardware.reason.noTool';
    return { accelerators: [], reason: message(key) };
  }
  const query = [`--query-gpu=${NVIDIA_FIELDS.join(',')}`, '--format=csv,noheader,nounits'];
  const answer = await runDriverTool({ program: tool, arguments: query }, options, progress);
  const accelerators = parseNvidiaCsv(answer.text);
  if (accelerators.length > 0) return { accelerators, reason: null };
  const line = answer.text.trim().split(/\r?\n/)[0] ?? '';
  const reason = answer.succeeded
    ? message('hardware.reason.noCards')
    : message('hardware.reason.toolFailed', { answer: line === '' ? answer.how : line });
  return { accelerators: [], reason };
}
