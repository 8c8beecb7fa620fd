// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.capture.Descriptors.DescriptorSet;
import dev.sluice.program.image.ImageLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Descriptor update templates. Their data in the binary capture: the counts of image, buffer and texel buffer descriptors (u64
 * each), then the descriptors of each sort in the order of the template's entries. The JSON of newer versions has three lists of them.
 */
final class Templates {
    /** Bytes of a push's parameters before its data: command buffer, template and layout, 8 each, and set, 4. */
    static final int BEFORE_DATA = 28;
    /**
     * The same where they are in a structure: command buffer, 8; the pointer's attributes and address, 12; type and chain, 4 each;
     * template and layout, 8 each, and set, 4.
     */
    static final int BEFORE_DATA_IN_STRUCTURE = 48;

    private static final int IMAGE_BYTES = 20;
    private static final int BUFFER_BYTES = 24;
    private static final int VIEW_BYTES = 8;
    private static final long MAX_SET = 1_000_000;

    private final CaptureSession session;
    private final DescriptorCalls descriptors;
    private final Map<Long, Template> templates = new HashMap<>();

    private record Entry(int binding, int element, int count, String type) {}

    /**
     * A template.
     *
     * @param point for what pushed descriptors are
     * @param set the set that descriptors are pushed to; the JSON leaves it out of the calls that push
     */
    private record Template(List<Entry> entries, BindPoint point, int set) {
        private Template {
            entries = List.copyOf(entries);
        }
    }

    Templates(CaptureSession session, DescriptorCalls descriptors) {
        this.session = session;
        this.descriptors = descriptors;
    }

    void register(Map<String, Handler> handlers) {
        CommandCalls.both(handlers, "vkCreateDescriptorUpdateTemplate", this::create);
        CommandCalls.both(
                handlers,
                "vkUpdateDescriptorSetWithTemplate",
                // device, set and template stand before the data, 8 bytes each
                args -> apply(args, descriptors.set(args, args.handle("descriptorSet")), 24));
    }

    private void create(Struct args) {
        Struct info = args.struct("pCreateInfo");
        List<Entry> entries = new ArrayList<>();
        for (Struct entry : info.structs("pDescriptorUpdateEntries")) {
            entries.add(new Entry(
                    DescriptorCalls.small(entry, "dstBinding"),
                    DescriptorCalls.arraySize(entry, "dstArrayElement"),
                    DescriptorCalls.arraySize(entry, "descriptorCount"),
                    DescriptorCalls.type(entry)));
        }
        List<BindPoint> points = BindPoint.of(info);
        templates.put(
                args.handle("pDescriptorUpdateTemplate"),
                new Template(entries, points.isEmpty() ? BindPoint.COMPUTE : points.get(0), (int)
                        Math.min(info.number("set", 0), MAX_SET)));
    }

    /** For what a template that pushes descriptors pushes them. */
    BindPoint point(long handle) {
        Template template = templates.get(handle);
        return template == null ? BindPoint.COMPUTE : template.point();
    }

    /** The set that a template pushes descriptors to. */
    int set(long handle) {
        Template template = templates.get(handle);
        return template == null ? 0 : template.set();
    }

    /**
     * Writes the data of a call into a set.
     *
     * @param args what names the template and the data
     * @param scalars bytes of the call's parameters before the data
     */
    void apply(Struct args, DescriptorSet set, int scalars) {
        Template template = templates.get(args.handle("descriptorUpdateTemplate"));
        if (template != null && count(template, DescriptorCalls::isAccelerationStructure) > 0) {
            session.lost(args.call(), "acceleration structures that templates write are not read");
        }
        ByteBuffer data = template == null ? null : session.bytes.pointee(args.call(), scalars);
        if (data == null && args.raw("pData").isObject()) {
            data = packed(args.struct("pData"));
        }
        if (template == null || data == null || !write(template, set, data)) {
            session.notes.count("descriptor updates by template whose data is not in the capture: these descriptors are"
                    + " not known");
        }
    }

    /** The lists of the JSON as the binary capture has them. */
    private static ByteBuffer packed(Struct lists) {
        List<Struct> images = lists.structs("imageInfos");
        List<Struct> buffers = lists.structs("bufferInfos");
        List<Long> views = lists.handles("bufferViews");
        ByteBuffer data = ByteBuffer.allocate(
                        24 + images.size() * IMAGE_BYTES + buffers.size() * BUFFER_BYTES + views.size() * VIEW_BYTES)
                .order(ByteOrder.LITTLE_ENDIAN);
        data.putLong(images.size()).putLong(buffers.size()).putLong(views.size());
        for (Struct image : images) {
            data.putLong(image.handle("sampler"))
                    .putLong(image.handle("imageView"))
                    .putInt(number(image, "imageLayout"));
        }
        for (Struct buffer : buffers) {
            data.putLong(buffer.handle("buffer"))
                    .putLong(buffer.number("offset"))
                    .putLong(buffer.number("range"));
        }
        views.forEach(data::putLong);
        return data.flip();
    }

    /** A layout, which is a number here and a name elsewhere. */
    private static int number(Struct image, String key) {
        ImageLayout named = ImageLayout.of(image.text(key));
        return named == null ? (int) image.number(key, 0) : named.vulkan();
    }

    private boolean write(Template template, DescriptorSet set, ByteBuffer data) {
        if (data.remaining() < 24) {
            return false;
        }
        long images = data.getLong();
        long buffers = data.getLong();
        long views = data.getLong();
        if (images != count(template, DescriptorCalls::isImage)
                || buffers != count(template, DescriptorCalls::isBuffer)
                || views != count(template, DescriptorCalls::isTexelBuffer)
                || data.remaining() < images * IMAGE_BYTES + buffers * BUFFER_BYTES + views * VIEW_BYTES) {
            return false;
        }
        for (Predicate<String> sort : List.<Predicate<String>>of(
                DescriptorCalls::isImage, DescriptorCalls::isBuffer, DescriptorCalls::isTexelBuffer)) {
            for (Entry entry : template.entries()) {
                if (sort.test(entry.type())) {
                    set.write(entry.binding(), entry.element(), read(entry, data));
                }
            }
        }
        return true;
    }

    private List<Descriptors.Descriptor> read(Entry entry, ByteBuffer data) {
        List<Descriptors.Descriptor> read = new ArrayList<>();
        for (int i = 0; i < entry.count(); i++) {
            if (DescriptorCalls.isImage(entry.type())) {
                long sampler = data.getLong();
                long view = data.getLong();
                ImageLayout known = ImageLayout.ofVulkan(data.getInt());
                String layout = known == null ? "" : known.name();
                read.add(descriptors.image(entry.type(), view, layout, sampler));
            } else if (DescriptorCalls.isBuffer(entry.type())) {
                long buffer = data.getLong();
                read.add(descriptors.buffer(entry.type(), buffer, data.getLong(), data.getLong()));
            } else {
                read.add(descriptors.texels(entry.type(), data.getLong()));
            }
        }
        return read;
    }

    private static long count(Template template, Predicate<String> sort) {
        long count = 0;
        for (Entry entry : template.entries()) {
            count += sort.test(entry.type()) ? entry.count() : 0;
        }
        return count;
    }
}
