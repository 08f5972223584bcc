@_exported public import CairnCore
@_exported public import CairnGeo
@_exported public import CairnOffline
@_exported public import CairnTasks
@_exported public import CairnWorkflow
