// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a stream says of graphics that does not fit: one line at the place, with what would be right. */
class BadGraphicsTest {
    @Test
    void views_of_a_framebuffer_have_the_formats_of_the_render_pass() {
        GraphicsFixture.refused(
                "top: {image: color, format: R8G8B8A8_UNORM",
                "top: {image: color, format: R8G8B8A8_SRGB",
                "attachments: view 'top' has format R8G8B8A8_SRGB, attachment 0 of the render pass R8G8B8A8_UNORM");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // images
                "name: color, memory: local, offset: 1MiB | name: color, memory: local, offset: 1048600 | offset: 1048600 is not a multiple of 512 bytes, as an image of tiling OPTIMAL needs on this device; 1048576 or 1049088 would be right",
                "name: plain, memory: local, offset: 4MiB | name: plain, memory: local, offset: 4194308 | offset: 4194308 is not a multiple of 32 bytes, as an image of tiling LINEAR needs",
                "format: D24_UNORM_S8_UINT, usage | format: D24_UNROM_S8_UINT, usage | format: Sluice knows no format 'D24_UNROM_S8_UINT'; did you mean 'D24_UNORM_S8_UINT'?",
                "tiling: LINEAR | tiling: LINAER | unknown value 'LINAER'; did you mean 'LINEAR'?",
                "[COLOR_ATTACHMENT, STORAGE] | [COLOR_ATTACHMENT, STROAGE] | usage: unknown flag 'STROAGE'; did you mean 'STORAGE'?",
                "[COLOR_ATTACHMENT, STORAGE] | [DEPTH_STENCIL_ATTACHMENT, STORAGE] | usage: DEPTH_STENCIL_ATTACHMENT does not go with format R8G8B8A8_UNORM",
                "levels: 3, layers: 2 | levels: 10, layers: 2 | levels: an image of 256 x 128 x 1 has at most 9",
                "samples: 4, format | samples: 3, format | samples must be 1, 2, 4 or 8, not 3",
                "initialLayout: PREINITIALIZED | initialLayout: GENERIC | initialLayout: unknown image layout 'GENERIC'; did you mean 'GENERAL'?",
                "name: depth, memory: local, offset: 2MiB | name: depth, memory: local, offset: 1MiB | image 'depth' overlaps image 'color'",
                "name: msaa, memory: lazy, offset: 0 | name: msaa, memory: lazy, offset: 3932160 | reach past the end of memory 'lazy'",
                // views
                "{image: color, format: R8G8B8A8_UNORM, viewType: 2D | {image: colour, format: R8G8B8A8_UNORM, viewType: 2D | unknown image 'colour'; did you mean 'color'?",
                "viewType: 2D | viewType: 4D | viewType: unknown type '4D'",
                "color, format: R8G8B8A8_UNORM, viewType | color, format: R8_UNORM, viewType | format: R8_UNORM has other texels than R8G8B8A8_UNORM",
                "levelCount: 1, baseArrayLayer: 1, layerCount: 1 | levelCount: 1, baseArrayLayer: 1, layerCount: 2 | layerCount: 2 is not from 1 to the 1 that are left",
                "levelCount: REMAINING_MIP_LEVELS | levelCount: REMAINING | levelCount: expected a number or REMAINING_MIP_LEVELS",
                // barriers
                "newLayout: GENERAL, srcStage | newLayout: GENARAL, srcStage | newLayout: unknown image layout 'GENARAL'; did you mean 'GENERAL'?",
                "baseMipLevel: 1, levelCount: 2, baseArrayLayer: 1 | baseMipLevel: 3, levelCount: 2, baseArrayLayer: 1 | baseMipLevel: 3 is not from 0 to 2; image 'color' has 3 levels",
                "aspectMask: COLOR, baseMipLevel: 2 | aspectMask: DEPTH, baseMipLevel: 2 | aspectMask: image 'color' of format R8G8B8A8_UNORM has no depth aspect",
                "aspectMask: COLOR, baseMipLevel: 2 | aspectMask: COLOUR, baseMipLevel: 2 | aspectMask: unknown aspect 'COLOUR'; did you mean 'COLOR'?",
                "aspectMask: COLOR, baseMipLevel: 2 | subresourceRange: {}, aspectMask: COLOR, baseMipLevel: 2 | subresourceRange: its keys stand beside it as well",
                // bindings
                "img: out, src: {view: mips} | img: out, src: {view: mip} | unknown view 'mip'; did you mean 'mips'?",
                "img: out, src: {view: mips} | img: ouut, src: {view: mips} | unknown buffer, image or view 'ouut'; did you mean 'out'?",
                "img: out, src: {view: mips} | img: out2, src: {view: mips} | image 'out2' behind 'img' is written by a kernel; its usage must have STORAGE",
                "img: out, src: {view: mips} | img: out, src: {view: mips, image: color} | 'image' and 'view' exclude each other",
                "img: out, src: {view: mips} | img: out, src: {offset: 4} | bind: src: expected one of buffer, image, view",
                "img: out, src: {view: mips} | img: out, src: {view: mips, aspectMask: COLOR} | aspectMask: aspects, levels and layers are of images; view 'mips' says which",
                "bind: {v: vb, tex: plain} | bind: {v: {buffer: vb, layerCount: 1}, tex: plain} | layerCount: aspects, levels and layers are of images; a buffer has none",
                "bind: {v: vb, tex: plain} | bind: {v: {buffer: vb, layout: GENERAL}, tex: plain} | layout: layouts are of images; a buffer has none",
                "img: out, src: {view: mips} | img: out, src: {view: mips, offset: 0} | offset: offsets and sizes are of buffers; of an image its levels and layers are named",
                "img: out, src: {view: mips} | img: {image: out, size: 16}, src: {view: mips} | size: offsets and sizes are of buffers; of an image its levels and layers are named",
                "layer: 0, layout: GENERAL} | layer: 1, layout: GENERAL} | layer: 1 is not from 0 to 0; image 'out' has 1 layer",
                "layer: 0, layout: GENERAL} | layer: 0, layout: PRESENT_SRC_KHR} | layout: an image cannot be used so in PRESENT_SRC_KHR",
                "bind: {v: vb, tex: plain} | bind: {v: plain, tex: plain} | 'v' is a storage buffer of the kernel, and 'plain' is an image; an image can be sampled, storageImage or inputAttachment",
                "bind: {v: vb, tex: plain} | bind: {v: vb, tex: vb} | kernel 'shade': 'tex' needs an image",
                "bind: {v: vb, tex: plain} | bind: {v: vb, tex: plain, z: vb} | kernel 'place' and kernel 'shade' have no binding 'z'",
                // transfers
                "{src: texels, dst: plain, dstLayout: GENERAL | {src: texels, dst: plain, dstLayout: PRESENT_SRC_KHR | dstLayout: an image cannot be used so in PRESENT_SRC_KHR; TRANSFER_DST_OPTIMAL and GENERAL allow it",
                "bufferRowLength: 256 | bufferRowLength: 255 | bufferRowLength: 255 is less than the 256 that are copied; 0 means as many",
                "imageExtent: [256, 64, 1] | imageExtent: [257, 64, 1] | bufferRowLength: 256 is less than the 257",
                "imageOffset: [0, 0], imageExtent | imageOffset: [0, 100], imageExtent | imageOffset: 64 texels from 100 on leave image 'plain', whose height at level 0 is 128",
                "bufferOffset: 0, bufferRowLength | bufferOffset: 1048572, bufferRowLength | texels of R8G8B8A8_UNORM are 65536 bytes, of which buffer 'texels' has 4 from offset 1048572 on",
                "bufferOffset: 0, bufferRowLength | bufferOffset: 2, bufferRowLength | bufferOffset: 2 is not a multiple of 4 bytes, as texels of R8G8B8A8_UNORM need",
                "imageExtent: {width: 128, height: 64, depth: 1} | imageExtent: {width: 128, heigth: 64, depth: 1} | imageExtent: unknown key 'heigth'",
                "imageExtent: {width: 128, height: 64, depth: 1} | imageExtent: [128] | imageExtent: expected 2 to 3 numbers, [width, height, depth]",
                "dstMipLevel: 1, dstLayer: 1, extent | dstMipLevel: 3, dstLayer: 1, extent | dstMipLevel: 3 is not from 0 to 2",
                "{src: plain, srcLayout: GENERAL, dst: color | {src: msaa, srcLayout: GENERAL, dst: color | cannot be copied to R8G8B8A8_UNORM",
                "layerCount: 2}, dstSubresource | layerCount: 1}, dstSubresource | dstSubresource: layerCount 1 of the source does not pair with 2 of the destination",
                "srcOffsets: [[0, 0, 0], [256, 128, 1]] | srcOffsets: [[0, 0, 0], [256, 0, 1]] | srcOffsets: the corners [0, 0, 0] and [256, 0, 1] hold no texel between them",
                "srcOffsets: [[0, 0, 0], [256, 128, 1]] | srcOffsets: [[0, 0, 0], [256, 129, 1]] | srcOffsets: 129 texels from 0 on leave image 'color'",
                "filter: LINEAR | filter: CUBIC | unknown value 'CUBIC'",
                "resolveImage: {src: msaa | resolveImage: {src: plain | a resolve goes from several samples to one",
                "vertex: place, fragment: shade, coverage: fullscreen, vertices: {buffer: vb, offset: 0, stride: 16, size: 12, count: 6}, instances: 2, bind | coverage: fullscreen, bind | bind: no kernel runs here that could have the binding 'v'",
                // clears
                "color: [0, 0.5, 1, 1] | color: {red: [1]} | color: expected a number, got a list",
                "depthStencil: {depth: 1, stencil: 3} | depthStencil: {depth: [0.5]} | depthStencil: expected a number, got a list",
                "depthStencil: {depth: 1, stencil: 3} | depthStencil: {depth: 1, stencil: {a: 3}} | depthStencil: expected a whole number, got a mapping",
                "renderArea: [0, 0, 128, 64] | renderArea: [2147483647, 0, 64, 64] | renderArea: [2147483647, 0, 64, 64] leaves the attachments",
                "offset: [16, 0], extent: [16, 16] | offset: {x: [16]}, extent: [16, 16] | rects.offset: expected a whole number, got a list",
                "color: [0, 0.5, 1, 1] | color: [1e400, 0.5, 1, 1] | color: 1e400 is out of range; at most 1.7976931348623157E308 is possible",
                "clearColorImage: {image: color | clearColorImage: {image: depth | image 'depth' has the depth/stencil format D24_UNORM_S8_UINT; clearDepthStencilImage clears it",
                "color: [0, 0.5, 1, 1] | color: [0, 0.5, 1, 1, 1] | color: expected 1 to 4 numbers, [red, green, blue, alpha]",
                "{depth: 1, stencil: 3} | {depth: 2, stencil: 3} | depthStencil: depth 2 is not from 0 to 1",
                "{depth: 1, stencil: 3} | {depth: 1, stencil: 256} | depthStencil: stencil 256 is not from 0 to 255",
                "{colorAttachment: 0, clear | {colorAttachment: 1, clear | colorAttachment: there is no colour attachment 1 here; 1 are bound",
                "{aspectMask: [DEPTH, STENCIL], clearValue | {aspectMask: [DEPTHS], clearValue | aspectMask: unknown aspect 'DEPTHS'; expected COLOR, DEPTH or STENCIL",
                "rects: [[0, 0, 16, 16] | rects: [[120, 0, 16, 16] | rects: [120, 0, 16, 16] leaves the render area [0, 0, 128, 64]",
                // rendering
                "renderArea: [0, 0, 128, 64] | renderArea: [0, 0, 300, 64] | renderArea: [0, 0, 300, 64] leaves the attachments, which have 256 x 128 pixels",
                "renderArea: [0, 0, 128, 64] | renderArea: [0, 0, 128] | renderArea: expected 4 numbers, [x, y, width, height], got a list",
                "resolve: {image: out2, mipLevel | resolve: {image: depth, mipLevel | a resolve needs one format",
                "mode: AVERAGE | mode: MAX | mode: R8G8B8A8_UNORM is resolved by SAMPLE_ZERO, AVERAGE or NONE, not by MAX",
                "depthAttachment: {image: depth | depthAttachment: {image: out2 | image 'out2' of format R8G8B8A8_UNORM cannot be this attachment: its usage lacks DEPTH_STENCIL_ATTACHMENT",
                "colorAttachments: [{view: top | colorAttachments: [{view: topp | unknown image or view 'topp'; did you mean 'top'?",
                // draws
                "kernel: read, coverage | kernel: reed, coverage | unknown kernel 'reed'; did you mean 'read'?",
                "kernel: read, coverage | kernel: paint, coverage | kernel: kernel 'paint' uses gid or its like",
                "vertex: place, fragment | vertex: shade, fragment | vertex: kernel 'shade' is a fragment kernel: it uses x, y or out",
                "vertex: place, fragment | geometry: shade, fragment | geometry: kernel 'shade' is a fragment kernel: it uses x, y or out",
                "vertex: place, fragment | geometry: {kernel: plac}, fragment | unknown kernel 'plac'; did you mean 'place'?",
                "vertex: place, fragment | tessellationControl: place, fragment | tessellationControl: tessellationControl and tessellationEvaluation go together",
                "vertex: place, fragment | tessellationEvaluation: place, fragment | tessellationEvaluation: tessellationControl and tessellationEvaluation go together",
                "vertex: place, fragment | geometry: {kernel: place, vertices: 0}, fragment | vertices: 0",
                "vertex: place, fragment | geometry: {kernel: place, invocations: 600000000}, fragment | geometry: 12 vertices make more than the",
                "vertex: place, fragment | groups: [1], vertex: place, fragment | draw: 'groups' belongs to draws of mesh tasks",
                "kernel: read, coverage: [[0, 0, 64, 64] | kernel: read, coverage: [[0, 0, 64, 0, 0, 64] | coverage: six numbers are a triangle; write coverage: {triangles:",
                "fragment: shade, coverage: fullscreen | fragment: shade, coverage: fulscreen | coverage: expected fullscreen, a list of [x, y, width, height] or {triangles:",
                "depthTest: LESS_OR_EQUAL | depthTest: lesser | unknown value 'lesser'; the nearest is 'LESS' of: NEVER",
                "depth: 0.5, stencilWrite | depth: 1.5, stencilWrite | depth: 1.5 is not from 0 to 1",
                "stencilWrite: 1 | stencilTest: {compareOp: lesser} | unknown value 'lesser'; the nearest is 'LESS' of: NEVER",
                "stencilWrite: 1 | stencilTest: {passOp: increment} | unknown value 'increment'",
                "stencilWrite: 1 | stencilTest: {reference: 256} | reference: 256",
                "stencilWrite: 1 | stencilTest: {reference: 1}, stencilWrite: 0 | 'stencilWrite' and 'stencilTest' exclude each other; passOp: REPLACE writes the reference",
                "stencilWrite: 1 | depthBounds: {min: 0.5, max: 0.25} | depthBounds: min: 0.5 and max: 0.25 are not from 0 to 1, one after the other",
                "coverage: [[0, 0, 64, 64], [64, 0, 8, 8]], bind | coverage: [[0, 0, 64, 64], [64, 0, 8, 8]], stencilTest: {}, bind | stencilTest: depth or stencil is used, but no depth/stencil attachment is bound here",
                "coverage: [[0, 0, 64, 64], [64, 0, 8, 8]], bind | coverage: [[0, 0, 64, 64], [64, 0, 8, 8]], depthBounds: {max: 0.5}, bind | depthBounds: depth or stencil is used",
                "params: {k: 3} | params: {j: 3} | params: kernel 'shade' also needs 'k'",
                "stride: 16, size: 12, count: 6} | stride: 16, size: 12, count: 4097} | count: 65548 bytes from offset 0 reach past the end of buffer 'vb'",
                "stride: 16, size: 12, count: 6} | stride: 16, size: 12, count: 6, range: 91} | range: 91 bytes cannot hold 6 vertices of 12 bytes, 16 apart",
                "stride: 16, size: 12, count: 6} | stride: 16, size: 12, range: 11} | range: 11 bytes cannot hold 1 vertex of 12 bytes, 16 apart",
                "stride: 16, size: 12, count: 6} | stride: 16, size: 12, count: 6, range: 65537} | range: 65537 bytes from offset 0 reach past the end of buffer 'vb'",
                "type: u16, count: 3} | type: u16, count: 3, vertexOffset: 3000000000} | vertexOffset",
                "indices: {buffer: ib, offset: 0 | indices: {buffer: ib, offset: 1 | offset: 1 is not a multiple of 2 bytes",
                "buffer: args, offset: 16, drawCount: 2, stride: 32 | indirect: {buffer: args, countBufferOffset: 4} | countBufferOffset: missing key 'countBuffer' beside it",
                "buffer: args, offset: 16, drawCount: 2, stride: 32 | indirect: {buffer: args, countBuffer: args, countBufferOffset: 6} | countBufferOffset: 6 is not a multiple of 4 bytes",
                "buffer: args, offset: 16, drawCount: 2, stride: 32 | indirect: {buffer: args, countBuffer: args, countBufferOffset: 1MiB} | countBufferOffset: 1048576 lies outside buffer 'args'",
                "buffer: args, offset: 16, drawCount: 2, stride: 32 | indirect: {buffer: args, countBuffer: none} | none",
                "drawCount: 2, stride: 32 | drawCount: 2, stride: 8 | stride: at least 16 and a multiple of 4 bytes, not 8",
                "drawCount: 2, stride: 32 | drawCount: 200, stride: 32 | reach past the end of buffer 'args'",
                "coverage: [[0, 0, 64, 64], [64, 0, 8, 8]], bind | coverage: [[0, 0, 64, 64], [64, 0, 8, 8]], depthWrite: true, bind | depthWrite: depth or stencil is used, but no depth/stencil attachment is bound here",
                "dispatch: {kernel: paint, groups: [4], bind: {img: out, | dispatch: {kernel: read, groups: [4], bind: {img: out, | kernel 'read' uses x, y or out, which only the fragments of a draw have; it cannot be dispatched",
                // host
                "{swapchain: screen, semaphore | {swapchain: scren, semaphore | unknown swapchain 'scren'; did you mean 'screen'?",
                "screen: {images: [out, out2]} | screen: {images: [out, oot2]} | unknown image 'oot2'; did you mean 'out2'?",
                "imageIndices: [1] | imageIndices: [2] | imageIndices: 2 is not from 0 to 1",
                "queuePresent: {image: out2} | queuePresent: {imag: out2} | unknown key 'imag'; did you mean 'image'?",
                "getDeviceMemoryCommitment: {memory: lazy | getDeviceMemoryCommitment: {memory: local | memory 'local' is not of a type that is LAZILY_ALLOCATED",
                "waitForFences: [got, done] | waitForFences: [gto, done] | no submission signals the fence 'gto'; did you mean 'got'?",
            })
    void names_the_fault_where_it_stands(String old, String replacement, String message) {
        GraphicsFixture.refusedThere(old, replacement, message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{renderPass: two, attachments: [top, depth, out] | {renderPass: two, attachments: [top, depth] | attachments: render pass 'two' has 3, not 2",
                "{renderPass: two, attachments: [top, depth, out] | {renderPass: two, attachments: [top, out, out] | attachments: image 'out' has format R8G8B8A8_UNORM, attachment 1 of the render pass D24_UNORM_S8_UINT",
                "{renderPass: two, attachments: [top, depth, out] | {renderPass: two, attachments: [top, depth, msaa] | attachments: image 'msaa' has 4 samples, attachment 2 of the render pass 1",
                "{renderPass: two, attachments | {renderPass: tow, attachments | unknown render pass 'tow'; did you mean 'two'?",
                "width: 256, height: 128, layers | width: 257, height: 128, layers | width: 257 is more than the 256 of its attachments",
                "colorAttachments: [{attachment: 0, layout | colorAttachments: [{attachment: 3, layout | attachment: 3 is not from 0 to 2, nor ATTACHMENT_UNUSED",
                "colorAttachments: [2] | colorAttachments: [ATTACHMENT_UNUSED, 2] | an unused attachment before a used one is not modelled",
                "colorAttachments: [2] | colorAttachments: [1] | colorAttachments: D24_UNORM_S8_UINT is no colour format",
                "finalLayout: PRESENT_SRC_KHR | finalLayout: UNDEFINED | finalLayout: no image can be transitioned to UNDEFINED",
                "loadOp: DONT_CARE, initialLayout | loadOp: DONTCARE, initialLayout | unknown value 'DONTCARE'; did you mean 'DONT_CARE'?",
                "{srcSubpass: 0, dstSubpass: 1 | {srcSubpass: 1, dstSubpass: 0 | srcSubpass: 1 comes after dstSubpass 0",
                "{srcSubpass: 0, dstSubpass: 1 | {srcSubpass: 2, dstSubpass: 1 | srcSubpass: 2 is not from 0 to 1, nor EXTERNAL",
                "{srcSubpass: EXTERNAL, dstSubpass: 0 | {srcSubpass: EXTERNAL, dstSubpass: EXTERNAL | dstSubpass: one of the two must be a subpass",
                "srcStageMask: COLOR_ATTACHMENT_OUTPUT | srcStageMask: COLOR_ATTACHMENT_OUTPT | unknown pipeline stage COLOR_ATTACHMENT_OUTPT; did you mean COLOR_ATTACHMENT_OUTPUT?",
                "clearValues: [[0, 0, 0, 1], {depthStencil: {depth: 1, stencil: 0}}] | clearValues: [[0, 0, 0, 1]] | clearValues: attachment 1 is cleared; its value is missing",
                "clearValues: [[0, 0, 0, 1], | clearValues: [{depth: 1}, | clearValues: R8G8B8A8_UNORM is a colour format; expected [red, green, blue, alpha]",
                "framebuffer: fb, renderArea | framebuffer: bf, renderArea | unknown framebuffer 'bf'; did you mean 'fb'?",
                "resolveAttachments: [ATTACHMENT_UNUSED] | resolveAttachments: [0, 1] | resolveAttachments: one for each of the 1 colour attachments is needed, not 2",
            })
    void names_the_fault_of_a_render_pass(String old, String replacement, String message) {
        GraphicsFixture.refusedThere(old, replacement, message);
    }

    @Test
    void what_begins_must_end() {
        GraphicsFixture.refused(
                "        - endRendering\n      signal",
                "      signal",
                "what begins here does not end; endRendering is missing");
    }

    @Test
    void a_draw_belongs_into_a_render_pass() {
        GraphicsFixture.refused(
                "        - dispatch: {kernel: paint, groups: [4], bind: {img: out, src: {view: mips}}}",
                "        - draw: {kernel: read, coverage: fullscreen}",
                "draw belongs between beginRendering and endRendering, or into a render pass");
    }

    @Test
    void a_copy_cannot_stand_within_a_render_pass() {
        GraphicsFixture.refused(
                "        - nextSubpass\n",
                "        - fillBuffer: {dst: vb, data: 0}\n        - nextSubpass\n",
                "fillBuffer cannot stand within a render pass; this one began at g.yaml:");
    }

    @Test
    void a_barrier_within_a_subpass_needs_a_dependency_with_itself() {
        GraphicsFixture.refused(
                "        - nextSubpass\n"
                        + "        - pipelineBarrier: {memory: [{srcStage: [FRAGMENT_SHADER], dstStage:"
                        + " [FRAGMENT_SHADER]}], dependencyFlags: BY_REGION}\n",
                "        - pipelineBarrier: {memory: [{srcStage: [FRAGMENT_SHADER], dstStage: [FRAGMENT_SHADER]}],"
                        + " dependencyFlags: BY_REGION}\n"
                        + "        - nextSubpass\n",
                "pipelineBarrier: subpass 0 has no dependency with itself, so that no barrier can stand in it");
    }

    @Test
    void a_render_pass_has_no_more_subpasses_than_it_declares() {
        GraphicsFixture.refused(
                "        - nextSubpass\n",
                "        - nextSubpass\n        - nextSubpass\n",
                "nextSubpass: subpass 1 is the last of the render pass");
        GraphicsFixture.refused(
                "        - endRenderPass\n",
                "        - endRendering\n",
                "endRendering: no beginRendering comes before it");
    }

    @Test
    void a_kernel_that_is_dispatched_needs_its_size() {
        GraphicsFixture.refused(
                "    localSize: [64, 1, 1]\n", "", "localSize: expected the workgroup's size as 1 to 3 numbers");
    }

    @Test
    void fragment_outputs_must_have_an_attachment() {
        GraphicsFixture.refused(
                "out.color0 = t * k",
                "out.color1 = t * k",
                "writes out.color1, but only 1 colour attachments are bound here");
    }

    @Test
    void an_image_must_have_the_usage_of_an_attachment() {
        GraphicsFixture.refused(
                "usage: [COLOR_ATTACHMENT, TRANSIENT_ATTACHMENT]",
                "usage: [TRANSIENT_ATTACHMENT]",
                "image 'msaa' of format R8G8B8A8_UNORM cannot be this attachment: its usage lacks COLOR_ATTACHMENT");
    }

    @Test
    void a_clear_of_an_attachment_names_colour_or_depth_and_stencil() {
        GraphicsFixture.refusedThere(
                "aspectMask: [DEPTH, STENCIL], clearValue",
                "aspectMask: [DEPTH, COLOR], clearValue",
                "aspectMask: COLOR is of another attachment than DEPTH and STENCIL");
        GraphicsFixture.refusedThere(
                "aspectMask: [DEPTH, STENCIL], clearValue",
                "aspectMask: [DEPHT], clearValue",
                "aspectMask: unknown aspect 'DEPHT'; expected COLOR, DEPTH or STENCIL");
    }

    @Test
    void a_present_without_an_acquired_image_must_name_it() {
        GraphicsFixture.refused(
                "  - acquireNextImage: {swapchain: screen, semaphore: ready, fence: got}\n"
                        + "  - queueSubmit:\n"
                        + "      wait: [ready]\n",
                "  - queueSubmit:\n      fence: got\n  - queueSubmit:\n",
                "no image of swapchain 'screen' was acquired before; name the 'image' to show");
    }

    @Test
    void an_indexed_draw_needs_indices_and_only_indirect_ones_a_buffer() {
        GraphicsFixture.refused(
                ", indices: {buffer: ib, offset: 0, type: u16, count: 3}",
                "",
                "drawIndexed: missing key 'indices', the index buffer");
        GraphicsFixture.refused(
                "indices: {buffer: ib, offset: 0, type: u16, count: 3}",
                "indices: {buffer: ib}, drawCount: 2",
                "drawIndexed: 'drawCount' belongs to the indirect draws");
        GraphicsFixture.refused(
                ", buffer: args, offset: 16, drawCount: 2, stride: 32",
                "",
                "drawIndirect: missing key 'buffer', where the arguments lie");
    }
}
