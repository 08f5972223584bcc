#if CAIRN_OBJC
    import ObjectiveC
#endif

/// Calls `body`, and lets go of what Objective-C code in it has left to be let go later: else that would be when the thread ends.
package func withAutoreleasePool(_ body: () -> Void) {
    #if CAIRN_OBJC
        autoreleasepool(invoking: body)
    #else
        body()
    #endif
}
