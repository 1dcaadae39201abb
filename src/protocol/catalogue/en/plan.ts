export const plan = {
  'plan.environmentStated': 'Use Python {{python}}, or the nearest that is here, with {{packages}}.',
  'plan.environmentOpen': 'Use a Python that suits {{packages}}; the report states none.',
  'plan.environmentBare': 'Use a Python that is here, without packages; the report states no Python.',
  'plan.noPackages': 'no packages',
  'plan.dataGiven': 'Use the data that the report describes, as its code makes it.',
  'plan.dataAbsent': 'Use what data the code makes by itself; the report describes none.',
  'plan.modelGiven': 'Use the model as the report defines it.',
  'plan.modelAbsent': 'Use whatever model the code builds; the report describes none apart.',
  'plan.trainingGiven': 'Keep the hyperparameters that the report states.',
  'plan.trigger': "Run the report's code as it is. Where something else stops it first, repair only that.",
  'plan.triggerBlamed':
    "Run the report's code as it is, up to “{{code}}”. Where something else stops it first, repair only that.",
  'plan.observationException':
    'Compare how each run ends with the {{type}} of the report. It counts when it shows again in a plain run without the recorder.',
  'plan.observation':
    'Compare what happens with the report: “{{symptom}}”. It counts when it shows again in a plain run without the recorder.',
  'plan.packageStated': 'The report states {{name}} {{version}}.',
  'plan.packageImported': 'The code imports {{module}} on line {{line}}.',
  'plan.packageUsed': 'The code uses {{name}}, which comes from it.',
  'plan.packageLearned': 'A run did not find the module {{module}}.',
  'plan.symptomSignal': 'the process ends with {{signal}}',
  'plan.symptomGpuMemory': 'the GPU runs out of memory',
  'plan.symptomHostMemory': 'the machine runs out of memory',
  'plan.symptomHang': 'the program does not end',
  'plan.symptomNonFinite': 'the {{what}} becomes NaN or infinite',
  'plan.symptomStuck': '{{metric}} does not change',
  'plan.symptomDiverging': '{{metric}} moves the wrong way',
  'plan.symptomGap': '{{metric}} differs where it should not',
  'plan.symptomWrong': '{{what}} is not what it should be',
  'plan.symptomSlow': '{{what}} is too slow',
  'plan.symptomMemoryGrowth': 'memory grows with every step',
  'plan.symptomSaveLoad': '{{what}} differs after saving and loading',
  'plan.symptomNonDeterminism': '{{what}} differs from run to run',
  'plan.missingCode':
    'Code is missing: the report has no Python snippet that could run. Add the code that fails, in a fenced block, and start again.',
  'plan.missingSymptom':
    'A symptom is missing: the report does not say what goes wrong in a form that can be checked. Add the traceback, or what you expected and what you saw, and start again.',
} as const;
