// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A kernel as it is written in a stream, before compilation.
 *
 * @param name the kernel's name, for reports
 * @param code the kernel text
 * @param localSize invocations of a workgroup
 * @param bindings the resources by name; their order is that of {@link KernelProgram#bindings()}
 * @param parameters names of the integers that a dispatch passes; their order is that of the array given to
 *     {@link WaveInterpreter#start}
 * @param sharedBytes bytes of workgroup memory, 0 for none
 * @param registers registers per lane for occupancy; 0 takes what the compiled kernel uses
 * @param carveOut the workgroup memory that its units should have; null for what the device has
 * @param place where the text stands
 */
public record KernelSource(
        String name,
        String code,
        LocalSize localSize,
        Map<String, BindingKind> bindings,
        Set<String> parameters,
        int sharedBytes,
        int registers,
        @Nullable SharedCarveOut carveOut,
        KernelPlace place) {

    /** A kernel that prefers no split of L1 and workgroup memory, and stands nowhere. */
    public KernelSource(
            String name,
            String code,
            LocalSize localSize,
            Map<String, BindingKind> bindings,
            Set<String> parameters,
            int sharedBytes,
            int registers) {
        this(name, code, localSize, bindings, parameters, sharedBytes, registers, null, KernelPlace.NOWHERE);
    }

    public KernelSource {
        if (sharedBytes < 0) {
            throw new IllegalArgumentException("kernel " + name + ": shared must not be negative");
        }
        if (registers < 0) {
            throw new IllegalArgumentException("kernel " + name + ": registers must not be negative");
        }
        bindings = Collections.unmodifiableMap(new LinkedHashMap<>(bindings));
        parameters = Collections.unmodifiableSet(new LinkedHashSet<>(parameters));
    }
}
