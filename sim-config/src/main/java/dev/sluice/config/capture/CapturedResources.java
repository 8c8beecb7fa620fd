// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.capture.Descriptors.BoundSet;
import dev.sluice.config.capture.Descriptors.Descriptor;
import dev.sluice.config.capture.spirv.AddressReach;
import dev.sluice.config.capture.spirv.BindingReach.Slot;
import dev.sluice.config.capture.spirv.BindingReach.Span;
import dev.sluice.config.capture.spirv.EntryPoint;
import dev.sluice.config.capture.spirv.ResourceAccess;
import dev.sluice.program.image.ImageLayout;
import dev.sluice.program.kernel.BindingKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Finds what a shader can reach through its descriptors. */
final class CapturedResources {
    /** The layout of sampled images that no attachment can be in. */
    private static final String NEVER_ATTACHED = "SHADER_READ_ONLY_OPTIMAL";

    private static final String ATTACHED =
            "of an array of descriptors, draws do not access those of their own attachments, which are in another layout";
    private static final String ELSEWHERE =
            "of descriptors that need not be valid (PARTIALLY_BOUND), those of images in another layout are not accessed";

    private final CaptureSession session;
    private final String users;

    private final Predicate<View> attached;

    /** @param users what runs the shaders, for notes: dispatches or draws */
    CapturedResources(CaptureSession session, String users) {
        this(session, users, view -> false);
    }

    private CapturedResources(CaptureSession session, String users, Predicate<View> attached) {
        this.session = session;
        this.users = users;
        this.attached = attached;
    }

    /** Those of draws to a pass. */
    CapturedResources in(Pass pass) {
        return new CapturedResources(session, users, pass::attaches);
    }

    /**
     * What is known of how far a shader reaches.
     *
     * @param bindings the bytes of bindings that it touches at most, where they are known
     * @param addresses what it reaches by addresses
     */
    record Reach(Map<Slot, Span> bindings, AddressReach.Reached addresses) {
        Reach {
            bindings = Map.copyOf(bindings);
        }

        /** Of a shader of which no more is known than its code. */
        static Reach of(@Nullable EntryPoint shader) {
            return new Reach(Map.of(), (shader == null ? AddressReach.NONE : shader.addresses()).anywhere());
        }
    }

    /** The resources of a shader that a call runs; of every descriptor that its stage may access when the shader is not known. */
    List<Resource> of(Call call, CapturedStage stage, @Nullable EntryPoint shader, ShaderInputs inputs, Reach reach) {
        List<Resource> resources = new ArrayList<>();
        NavigableMap<Integer, BoundSet> sets = inputs.sets();
        if (shader == null) {
            sets.forEach((number, set) -> set.set().bindings().keySet().stream()
                    .filter(binding -> set.set().layout().allows(binding, stage.bit))
                    .forEach(binding -> add(call, set, new Access(number, binding, "", true, true, null), resources)));
            if (!session.addresses.none()) {
                session.lost(call, "shaders whose code is not known may reach buffers by their addresses, too");
            }
            return resources;
        }
        for (ResourceAccess use : shader.resources()) {
            BoundSet set = sets.get(use.set());
            if ((!use.reads() && !use.writes()) || duplicate(shader, use)) {
                continue;
            }
            if (set == null || !set.set().bindings().containsKey(use.binding())) {
                session.notes.count(
                        users + " with nothing known bound to set " + use.set() + ", binding " + use.binding());
                continue;
            }
            add(call, set, merged(shader, use, reach.bindings().get(new Slot(use.set(), use.binding()))), resources);
        }
        if (shader.structuresByAddress()) {
            session.lost(call, users + " do not go into acceleration structures that shaders have by their addresses");
        }
        resources.addAll(new ShaderAddresses(session, inputs, reach.addresses()).of(call, stage, users));
        return resources;
    }

    /**
     * What is done with one binding.
     *
     * @param reach the bytes of it that are touched at most, or null for all
     */
    private record Access(
            int set,
            int binding,
            String name,
            boolean reads,
            boolean writes,
            @Nullable Span reach) {}

    /** Whether an earlier variable of the shader has the same binding, so that it was merged into that one. */
    private static boolean duplicate(EntryPoint shader, ResourceAccess use) {
        for (ResourceAccess other : shader.resources()) {
            if (other.equals(use)) {
                return false;
            }
            if (other.set() == use.set() && other.binding() == use.binding()) {
                return true;
            }
        }
        return false;
    }

    private static Access merged(EntryPoint shader, ResourceAccess use, @Nullable Span reach) {
        boolean reads = false;
        boolean writes = false;
        for (ResourceAccess other : shader.resources()) {
            if (other.set() == use.set() && other.binding() == use.binding()) {
                reads |= other.reads();
                writes |= other.writes();
            }
        }
        return new Access(use.set(), use.binding(), use.name(), reads, writes, reach);
    }

    private void add(Call call, BoundSet bound, Access access, List<Resource> resources) {
        NavigableMap<Integer, Descriptor> array =
                bound.set().bindings().getOrDefault(access.binding(), new TreeMap<>());
        for (Map.Entry<Integer, Descriptor> entry : array.entrySet()) {
            Descriptor descriptor = entry.getValue();
            BindingKind kind = kind(descriptor.type());
            if (descriptor.type().equals("SAMPLER")) {
                continue;
            }
            String excluded = excluded(bound, access.binding(), descriptor);
            if (excluded != null) {
                session.notes.once(excluded);
                continue;
            }
            if (descriptor.leftOut()) {
                session.lost(call, users + " do not access images and buffers that are not known");
                continue;
            }
            if (kind == null) {
                session.notes.count(
                        "accesses of " + users + " through " + descriptor.type() + " descriptors are not modelled");
                continue;
            }
            Resource resource = DescriptorCalls.isImage(descriptor.type())
                    ? texture(access, entry.getKey(), kind, descriptor)
                    : range(bound, access, entry.getKey(), kind, descriptor);
            AccelerationStructure structure = descriptor.structure();
            if (structure != null) {
                resources.addAll(named(call, structure, access, entry.getKey()));
            }
            if (resource == null) {
                session.notes.count(users
                        + (DescriptorCalls.isImage(descriptor.type())
                                ? " with no image that is known behind set "
                                : " with no buffer range behind set ")
                        + access.set() + ", binding " + access.binding());
            } else {
                resources.add(resource);
            }
        }
    }

    /** What the instances of a structure name, which rays go into. */
    private List<Resource> named(Call call, AccelerationStructure structure, Access access, int element) {
        if (!structure.known()) {
            session.lost(call, users + " do not go into acceleration structures that are not known");
        }
        return AccelerationStructures.reads(
                structure.named(), name(access, element) + "_named", "structures that instances name");
    }

    /** Why a shader that chose this element of an array would break the rule that images are in the layout of their descriptors; or null. */
    private @Nullable String excluded(BoundSet bound, int binding, Descriptor descriptor) {
        View view = descriptor.view();
        Descriptors.Layout of = bound.set().layout();
        if (view == null || of.counts().getOrDefault(binding, 1) <= 1) {
            return null;
        }
        if (descriptor.layout().equals(NEVER_ATTACHED) && attached.test(view)) {
            return ATTACHED;
        }
        ImageLayout promised = ImageLayout.of(descriptor.layout());
        boolean elsewhere = promised != null && !view.image.layoutsNow().mayBeIn(view.part, promised);
        return elsewhere && of.partiallyBound().contains(binding) ? ELSEWHERE : null;
    }

    private static @Nullable Resource range(
            BoundSet bound, Access access, int element, BindingKind kind, Descriptor descriptor) {
        Buffer buffer = descriptor.buffer();
        long offset = descriptor.offset() + bound.dynamicOffset(access.binding(), element);
        long size = buffer == null || buffer.memory() == null ? 0 : buffer.clamp(offset, descriptor.range());
        if (buffer == null || size == 0) {
            return null;
        }
        boolean writes = access.writes() && kind == BindingKind.STORAGE;
        Span reach = access.reach();
        // past the end of its range, a robust access may go anywhere in it
        if (reach != null && kind == BindingKind.STORAGE && reach.end() <= size) {
            offset += reach.start();
            size = reach.end() - reach.start();
        }
        return new Resource.Range(
                name(access, element),
                what(access, element),
                kind,
                buffer,
                offset,
                size,
                access.reads() || !writes,
                writes);
    }

    private @Nullable Resource texture(Access access, int element, BindingKind kind, Descriptor descriptor) {
        View view = descriptor.view();
        if (view == null || view.image.memory() == null) {
            return null;
        }
        if (view.layers > 1 || view.image.spec.depth() > 1) {
            session.notes.once(
                    "of images with several layers or slices, shaders access the first in a run; checks count all of them");
        }
        view.use();
        boolean writes = access.writes() && kind == BindingKind.STORAGE_IMAGE;
        return new Resource.Texture(
                name(access, element),
                what(access, element),
                kind,
                view,
                descriptor.layout(),
                descriptor.filters(),
                access.reads() || !writes,
                writes);
    }

    private static String name(Access access, int element) {
        return new DescriptorName(access.set(), access.binding(), element).toString();
    }

    private static String what(Access access, int element) {
        return "set " + access.set() + " binding " + access.binding() + (element > 0 ? " element " + element : "")
                + (access.name().matches("[A-Za-z0-9_.]+") ? " (" + access.name() + ")" : "");
    }

    private static @Nullable BindingKind kind(String type) {
        return switch (type) {
            case "UNIFORM_BUFFER", "UNIFORM_BUFFER_DYNAMIC" -> BindingKind.UNIFORM;
            case "STORAGE_BUFFER", "STORAGE_BUFFER_DYNAMIC", "STORAGE_TEXEL_BUFFER" -> BindingKind.STORAGE;
            case "UNIFORM_TEXEL_BUFFER", "COMBINED_IMAGE_SAMPLER", "SAMPLED_IMAGE" -> BindingKind.SAMPLED;
            case "STORAGE_IMAGE" -> BindingKind.STORAGE_IMAGE;
            case "INPUT_ATTACHMENT" -> BindingKind.INPUT_ATTACHMENT;
            case "ACCELERATION_STRUCTURE_KHR" -> BindingKind.ACCELERATION_STRUCTURE;
            default -> null;
        };
    }
}
