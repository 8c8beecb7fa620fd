// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture.spirv;

import java.util.List;

/**
 * An entry point of a module.
 *
 * @param name its name
 * @param model the execution model's number; 0 is Vertex, 4 Fragment, 5 GLCompute
 * @param localSize invocations of a workgroup in x, y and z; 1 each where the module says nothing
 * @param resources every descriptor that it may touch, by set and binding
 * @param addresses what it reaches by addresses of buffers, past all descriptors
 * @param structuresByAddress whether it has acceleration structures by their addresses, past all descriptors
 * @param outputs locations of its output variables, ascending; those of a fragment shader are colour attachments
 * @param writesDepth whether it has the output FragDepth
 * @param layer whether its module names the layer that is drawn to, which a shader before the rasterizer then chooses
 * @param instructions instructions of its functions that compute: labels, variables and debug lines do not count
 */
public record EntryPoint(
        String name,
        int model,
        List<Integer> localSize,
        List<ResourceAccess> resources,
        AddressReach addresses,
        boolean structuresByAddress,
        List<Integer> outputs,
        boolean writesDepth,
        boolean layer,
        int instructions) {
    public EntryPoint {
        localSize = List.copyOf(localSize);
        resources = List.copyOf(resources);
        outputs = List.copyOf(outputs);
    }

    /** The same with specialization constants whose values are not known. */
    public EntryPoint specialized() {
        return new EntryPoint(
                name,
                model,
                localSize,
                resources,
                addresses.specialized(),
                structuresByAddress,
                outputs,
                writesDepth,
                layer,
                instructions);
    }
}
