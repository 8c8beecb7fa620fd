package dev.sluice.config.capture.spirv;

import java.util.List;

/**
 * An entry point of a module.
 *
 * @param name its name
 * @param model the execution model's number; 5 is GLCompute
 * @param localSize invocations of a workgroup in x, y and z; 1 each where the module says nothing
 * @param resources every descriptor that it may touch, by set and binding
 * @param bufferAddresses whether it uses buffer device addresses, whose accesses are not known
 */
public record EntryPoint(
        String name, int model, List<Integer> localSize, List<ResourceAccess> resources, boolean bufferAddresses) {
    public EntryPoint {
        localSize = List.copyOf(localSize);
        resources = List.copyOf(resources);
    }
}
