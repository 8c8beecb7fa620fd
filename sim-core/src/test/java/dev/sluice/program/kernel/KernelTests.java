// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/** What the tests of this package share. */
final class KernelTests {
    private KernelTests() {}

    /** Bindings of every kind: a and b storage, u uniform, s sampled, i storageImage, p inputAttachment. */
    static Map<String, BindingKind> bindings() {
        Map<String, BindingKind> bindings = new LinkedHashMap<>();
        bindings.put("a", BindingKind.STORAGE);
        bindings.put("b", BindingKind.STORAGE);
        bindings.put("u", BindingKind.UNIFORM);
        bindings.put("s", BindingKind.SAMPLED);
        bindings.put("i", BindingKind.STORAGE_IMAGE);
        bindings.put("p", BindingKind.INPUT_ATTACHMENT);
        return bindings;
    }

    static KernelSource source(String code, LocalSize size, String... parameters) {
        return new KernelSource("test", code, size, bindings(), new LinkedHashSet<>(List.of(parameters)), 1024, 0);
    }

    static KernelProgram compile(String code, String... parameters) {
        return KernelCompiler.compile(source(code, new LocalSize(64, 1, 1), parameters));
    }

    static WaveInterpreter started(KernelProgram program, int waveSize, long... parameters) {
        WaveInterpreter wave = new WaveInterpreter();
        wave.bind(program);
        wave.start(0, 0, 0, 1, 1, 1, 0, waveSize, parameters);
        return wave;
    }

    /** The register's number by its name. */
    static int register(KernelProgram program, String name) {
        for (int register = 1; register <= program.registerCount(); register++) {
            if (program.registerName(register).equals(name)) {
                return register;
            }
        }
        throw new AssertionError("no register " + name);
    }
}
