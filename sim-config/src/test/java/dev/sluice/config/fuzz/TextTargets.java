// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.fuzz;

import dev.sluice.config.ConfigException;
import dev.sluice.config.Presets.Kind;
import dev.sluice.config.compact.BarrierSpec;
import dev.sluice.config.compact.CompactStream;
import dev.sluice.config.device.Devices;
import dev.sluice.config.litmus.LitmusReader;
import dev.sluice.config.profile.BarrierProfileReader;
import dev.sluice.config.rewrite.StreamText;
import dev.sluice.config.source.YamlText;
import dev.sluice.config.stream.StreamReader;
import dev.sluice.config.stream.StreamSource;
import dev.sluice.device.GpuSpec;
import dev.sluice.program.Command;
import dev.sluice.program.HostOperation;
import dev.sluice.program.HostThread;
import dev.sluice.program.StreamProgram;
import dev.sluice.program.edit.BarrierEdit;
import dev.sluice.program.kernel.BindingKind;
import dev.sluice.program.kernel.KernelCompiler;
import dev.sluice.program.kernel.KernelProgram;
import dev.sluice.program.kernel.KernelSource;
import dev.sluice.program.kernel.KernelSyntaxException;
import dev.sluice.program.kernel.LocalSize;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The readers of texts that people write. */
final class TextTargets {
    private static final Map<String, GpuSpec> DEVICES = new ConcurrentHashMap<>();
    private static final List<String> NAMES = Devices.names();
    private static final Map<String, BindingKind> BINDINGS = bindings();

    private TextTargets() {}

    static List<FuzzTarget> all() {
        return List.of(
                new FuzzTarget(
                        "stream-yaml",
                        () -> Seeds.presets(Kind.STREAMS, ".yaml"),
                        input -> resolve(StreamReader.read("fuzz.yaml", input, null))),
                new FuzzTarget(
                        "stream-json",
                        () -> Seeds.asJson(Seeds.presets(Kind.STREAMS, ".yaml")),
                        input -> resolve(StreamReader.read("fuzz.json", input, null))),
                new FuzzTarget("stream-compact", () -> Seeds.presets(Kind.STREAMS, ".cmds"), TextTargets::compact),
                new FuzzTarget("stream-edit", () -> Seeds.presets(Kind.STREAMS, ".yaml"), TextTargets::withoutBarriers),
                new FuzzTarget(
                        "device",
                        () -> Seeds.presets(Kind.DEVICES, ".yaml"),
                        input -> Devices.reader().read("fuzz.yaml", input)),
                new FuzzTarget(
                        "profile",
                        () -> Seeds.presets(Kind.PROFILES, ".json"),
                        input -> BarrierProfileReader.read("fuzz.json", input)),
                new FuzzTarget(
                        "litmus",
                        () -> Seeds.presets(Kind.LITMUS, ".lit"),
                        input -> LitmusReader.read("fuzz.lit", input)),
                new FuzzTarget("kernel", Seeds::kernels, TextTargets::kernel),
                new FuzzTarget(
                        "barrier",
                        () -> Seeds.texts(
                                "COPY/TRANSFER_WRITE > COMPUTE_SHADER/SHADER_READ",
                                "COMPUTE_SHADER/SHADER_WRITE|SHADER_READ>COPY|CLEAR/TRANSFER_READ",
                                "ALL_COMMANDS/MEMORY_WRITE>FRAGMENT_SHADER/SHADER_SAMPLED_READ"
                                        + "@COLOR_ATTACHMENT_OPTIMAL:SHADER_READ_ONLY_OPTIMAL"),
                        input -> BarrierSpec.parse(new String(input, StandardCharsets.UTF_8))));
    }

    /** The program of a stream on the device that it names, if that is a shipped one. */
    private static StreamProgram resolve(StreamSource stream) {
        String device = stream.device();
        return stream.resolve(device(device == null ? CompactStream.DEFAULT_DEVICE : device));
    }

    private static GpuSpec device(String name) {
        if (!NAMES.contains(name)) {
            throw new ConfigException(name, "no shipped device");
        }
        return DEVICES.computeIfAbsent(name, Devices::load);
    }

    /** A compact stream and the YAML that it is imported as are good, or both are not. */
    private static void compact(byte[] input) {
        GpuSpec device = device(CompactStream.read("fuzz.cmds", input).device());
        String yaml = YamlText.of(CompactStream.read("fuzz.cmds", input).tree(device));
        ConfigException fault = null;
        try {
            StreamReader.read("fuzz.cmds", input, null).resolve(device);
        } catch (ConfigException e) {
            fault = e;
        }
        try {
            StreamReader.read("fuzz.yaml", yaml.getBytes(StandardCharsets.UTF_8), null)
                    .resolve(device);
        } catch (ConfigException e) {
            if (fault == null) {
                throw new AssertionError("the YAML of a good compact stream is refused: " + e.getMessage(), e);
            }
        }
        if (fault != null) {
            throw fault;
        }
    }

    /** A stream that reads still does when barriers were taken out of its text. */
    private static void withoutBarriers(byte[] input) {
        StreamProgram program = resolve(StreamReader.read("fuzz.yaml", input, null));
        StreamText text = StreamText.of("fuzz.yaml", input);
        List<BarrierEdit> edits = new ArrayList<>();
        for (HostThread thread : program.threads()) {
            for (HostOperation operation : thread.operations()) {
                if (operation instanceof HostOperation.QueueSubmit submit) {
                    submit.commandBuffers().forEach(list -> list.forEach(command -> remove(command, text, edits)));
                }
            }
        }
        String edited = text.edited(program, edits);
        try {
            resolve(StreamReader.read("fuzz.yaml", edited.getBytes(StandardCharsets.UTF_8), null));
        } catch (ConfigException e) {
            throw new AssertionError("the edited stream does not read: " + e.getMessage() + "\n" + edited, e);
        }
    }

    private static void remove(Command command, StreamText text, List<BarrierEdit> edits) {
        String site = command.origin().where();
        if (command instanceof Command.PipelineBarrier barrier
                && text.editable(site)
                // what later commands rely on stays
                && barrier.barriers().stream()
                        .allMatch(one ->
                                one.image() == null && one.srcQueueFamily() == null && one.dstQueueFamily() == null)) {
            edits.add(new BarrierEdit.Remove(site));
        }
    }

    private static Map<String, BindingKind> bindings() {
        Map<String, BindingKind> bindings = new LinkedHashMap<>();
        for (String name : List.of("a", "b", "c", "src", "dst", "in", "data", "x")) {
            bindings.put(name, BindingKind.STORAGE);
        }
        bindings.put("u", BindingKind.UNIFORM);
        bindings.put("tex", BindingKind.SAMPLED);
        bindings.put("img", BindingKind.STORAGE_IMAGE);
        bindings.put("att", BindingKind.INPUT_ATTACHMENT);
        return bindings;
    }

    private static void kernel(byte[] input) {
        String code = new String(input, StandardCharsets.UTF_8);
        KernelProgram kernel;
        try {
            kernel = KernelCompiler.compile(
                    new KernelSource("fuzz", code, new LocalSize(64, 1, 1), BINDINGS, Set.of("n", "m"), 1024, 0));
        } catch (KernelSyntaxException e) {
            throw new ConfigException("fuzz", e.line(), e.column(), e.getMessage());
        }
        kernel.timingDependence();
        for (int i = 0; i < kernel.bindings().size(); i++) {
            kernel.uses(i);
        }
        kernel.registersPerLane();
    }
}
