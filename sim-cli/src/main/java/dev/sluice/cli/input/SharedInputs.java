// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.input;

import dev.sluice.config.ConfigException;
import dev.sluice.config.device.DeviceSource;
import dev.sluice.config.device.Devices;
import dev.sluice.config.device.Overrides;
import dev.sluice.config.profile.ProfileSource;
import dev.sluice.config.profile.Profiles;
import dev.sluice.device.GpuSpec;
import dev.sluice.device.InvalidSpecException;
import dev.sluice.device.ProfileFit;
import dev.sluice.program.StreamProgram;
import dev.sluice.program.sync.BarrierProfile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * What many runs are made of, loaded once: streams, devices, profiles, and programs, which runs on devices that a program cannot tell apart
 * share. Any number of threads may ask.
 */
public final class SharedInputs {
    private final ConcurrentMap<Source, SharedStream> streams = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, DeviceSource> devices = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, BarrierProfile> profiles = new ConcurrentHashMap<>();

    /**
     * A stream with other values for some of its keys.
     *
     * @param file its name, as the user gave it
     * @param settings {@code KEY=VALUE}
     */
    public record Source(String file, List<String> settings) {
        public Source {
            settings = List.copyOf(settings);
        }
    }

    /**
     * Everything that a run needs.
     *
     * @throws ConfigException for whatever is wrong with it
     */
    public LoadedRun run(Source source, Inputs.Choice choice) {
        SharedStream stream = stream(source);
        DeviceSource document = device(stream, choice.device());
        if (!choice.overrides().isEmpty()) {
            document = document.with(choice.overrides());
        }
        GpuSpec device = document.spec();
        BarrierProfile own = profile(device.barrierProfile());
        try {
            ProfileFit.check(device, own);
        } catch (InvalidSpecException e) {
            throw document.fault(e);
        }
        BarrierProfile profile = choice.profile() == null && choice.variant() == null
                ? own
                : profile(profileName(choice, device.barrierProfile()));
        StreamProgram program = stream.program(device);
        return new LoadedRun(source.file(), device, profile, program, stream.leftOut());
    }

    /** The device without changes that a stream runs on when {@code name} says which, or nobody does. */
    public DeviceSource device(Source source, @Nullable String name) {
        return device(stream(source), name);
    }

    /**
     * The device without changes on which a trace is replayed.
     *
     * @throws ConfigException if none is chosen
     */
    public DeviceSource deviceOfTrace(String trace, @Nullable String device) {
        if (device == null) {
            throw new ConfigException(
                    trace, "is a trace, which names no device: --device NAME says on which to replay it");
        }
        return devices.computeIfAbsent(device, one -> Devices.find(one, Overrides.NONE));
    }

    /**
     * The SHA-256 of a stream's text and data, with the values that were changed.
     *
     * @param device on which to look for data files; null for the stream's own
     */
    public String digest(Source source, @Nullable String device) {
        return stream(source).digest(() -> device(stream(source), device).spec());
    }

    /** The SHA-256 of a device's file. */
    public String digest(DeviceSource device) {
        return Input.of("device", device.file(), device.bytes()).hash().get();
    }

    /** The SHA-256 of a profile's file. */
    public String digestOfProfile(String name) {
        ProfileSource source = Profiles.read(name);
        return Input.of("profile", source.file(), source.bytes()).hash().get();
    }

    /** The SHA-256 of each jar of plug-ins in use, by the jar's name. */
    public static Map<String, String> digestsOfPlugins() {
        Map<String, String> digests = new LinkedHashMap<>();
        for (Input jar : Provenance.plugins()) {
            String name = jar.name();
            for (int more = 2; digests.containsKey(name); more++) {
                name = jar.name() + " (" + more + ")";
            }
            digests.put(name, jar.hash().get());
        }
        return digests;
    }

    /** The profile that is chosen, {@code own} where none is. */
    public static String profileName(Inputs.Choice choice, String own) {
        String name = choice.profile() == null ? own : choice.profile();
        return choice.variant() == null ? name : name + "+" + choice.variant();
    }

    private SharedStream stream(Source source) {
        return streams.computeIfAbsent(source, SharedStream::of);
    }

    private BarrierProfile profile(String name) {
        return profiles.computeIfAbsent(name, Profiles::load);
    }

    private DeviceSource device(SharedStream stream, @Nullable String chosen) {
        String name = chosen == null ? stream.device() : chosen;
        if (name == null) {
            throw new ConfigException(
                    stream.file(), "the stream names no device; add a 'device' to it, or --device NAME");
        }
        return devices.computeIfAbsent(
                name, one -> chosen == null ? stream.ownDevice(one) : Devices.find(one, Overrides.NONE));
    }

    /** What the files are that these runs were read from, which no output may replace. */
    public List<Path> files(Map<Source, Inputs.Choice> runs) {
        List<Path> files = new ArrayList<>();
        runs.forEach((source, choice) -> files.addAll(InputFiles.of(source.file(), choice.device(), choice.profile())));
        return files;
    }
}
