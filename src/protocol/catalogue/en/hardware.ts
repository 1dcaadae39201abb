export const hardware = {
  'hardware.reason.noTool':
    'No NVIDIA driver tool (nvidia-smi) and no device node of a graphics card was found, so runs use the processor.',
  'hardware.reason.deviceWithoutTool':
    'An NVIDIA device node is there, but no driver tool (nvidia-smi) was found. Install the NVIDIA driver utilities.',
  'hardware.reason.toolFailed': 'The driver tool {{tool}} answered with an error: {{answer}}',
  'hardware.reason.noCards': 'The driver tool nvidia-smi found no card.',
  'hardware.reason.amdByFiles': 'An AMD card was found by its device nodes; its name and memory are not read yet.',
  'hardware.step.node': 'The card has its device node.',
  'hardware.step.driver': 'The driver answers.',
  'hardware.step.cards': 'The driver knows a card.',
  'hardware.step.variables': 'No environment variable hides the card.',
  'hardware.step.framework': 'The environment has {{what}}.',
  'hardware.step.cudaUntold': 'The files of {{what}} do not tell which CUDA it was built for.',
  'hardware.step.cudaBuild': '{{what}} was built for CUDA {{cuda}}.',
  'hardware.step.driverForBuild': 'The driver serves CUDA {{driver}}, which is enough for CUDA {{cuda}}.',
  'hardware.step.capability': '{{what}} has code for the card.',
  'hardware.fix.framework':
    'The environment has no framework that uses a graphics card. Choose one with torch, tensorflow or jax.',
  'hardware.fix.cudaBuild':
    '{{what}} was built without CUDA, so it uses the processor alone. Choose an environment with a build for CUDA, or make one with: reprise environments create',
  'hardware.fix.driverForBuild':
    '{{what}} was built for CUDA {{cuda}}, and the driver serves CUDA {{driver}} at most. Bring the driver up to date, or choose a build for CUDA {{driver}} or older.',
  'hardware.fix.capability':
    '{{what}} has no code for {{card}} (compute capability {{capability}}; built for {{archs}}). Choose a release or a build that still has it, or that has it already.',
  'hardware.fix.node':
    'There is no device node of a graphics card. Where this machine has a card, load its driver; in a container, start it with the card (docker: --gpus all).',
  'hardware.fix.tool':
    'No driver tool (nvidia-smi, amd-smi or rocm-smi) was found. Install the utilities of the card’s driver.',
  'hardware.fix.mismatch':
    'The driver that is loaded is of another release than its library. Restart the machine, or load the driver anew.',
  'hardware.fix.lost': 'The card does not answer any more. Restart the machine.',
  'hardware.fix.permission':
    'The device nodes may not be opened. Add yourself to the group that owns them (video, render).',
  'hardware.fix.notLoaded':
    'The driver is installed but not loaded. Load it (modprobe nvidia), or restart the machine.',
  'hardware.fix.cards':
    'The driver answers but knows no card. Check that the card is plugged in and not given to a virtual machine.',
  'hardware.fix.memoryNode':
    'The card is there, but /dev/nvidia-uvm is not, without which frameworks find no card. Load it: nvidia-modprobe -u -c 0, or modprobe nvidia_uvm; after a suspend the module may have to be loaded anew.',
  'hardware.fix.variables':
    'The variable {{name}} is {{value}}, which hides all cards. Unset it, or set it to the number of a card, without quotes.',
  'hardware.tool.exited': 'it ended with exit code {{code}} and said nothing',
  'hardware.tool.timeLimit': 'it did not answer within {{seconds}} seconds',
  'hardware.tool.ended': 'it was ended ({{how}})',
  'hardware.amd.name': 'AMD graphics card',
  'hardware.apple.name': 'Apple graphics processor',

  'hardware.memory.about': 'By its text the script takes about {{size}}: {{parts}}.',
  'hardware.memory.framework': '{{size}} for the framework itself',
  'hardware.memory.model': '{{size}} for {{count}} parameters and what goes with them in training',
  'hardware.memory.data': '{{size}} for arrays',
  'hardware.memory.activations': '{{size}} for what a batch of {{count}} leaves in the layers',
  'hardware.memory.card': 'Of the card: about {{size}}.',
  'hardware.memory.overHost':
    'Only {{free}} are free: close other programs, or make the batch or the model smaller in the script.',
  'hardware.memory.overCard':
    'Only {{free}} of the card are free: choose another card, the processor (--devices none), or a smaller batch.',
  'hardware.memory.unread': 'Not counted, as the text does not tell their sizes: {{names}}.',
  'hardware.memory.unreadable': 'What it takes of memory cannot be read from its text: {{names}}.',
} as const;
