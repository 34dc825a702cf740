// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import { ITaskEscrow } from "../../src/interfaces/ITaskEscrow.sol";
import { Multicall as Batch } from "@openzeppelin/contracts/utils/Multicall.sol";
import { Base } from "../Base.t.sol";

contract Multicall is Base {
    function calls(bytes memory first, bytes memory second) private pure returns (bytes[] memory list) {
        list = new bytes[](2);
        (list[0], list[1]) = (first, second);
    }

    function anchoring(uint256 id, bytes32 work) private view returns (bytes memory) {
        uint256 deadline = block.timestamp + 1 days;
        bytes memory signature = resubmission(workerKey, id, 1, work, deadline);
        return abi.encodeCall(escrow.resubmitWork, (id, 1, work, deadline, signature));
    }

    function approval(uint256 id, bytes32 work) private view returns (bytes memory) {
        return abi.encodeCall(escrow.approve, (id, work, 5, TEXT));
    }

    function assertApproves(uint256 id, bytes[] memory list) private {
        Balances memory before = balances();
        vm.prank(poster);
        Batch(address(escrow)).multicall(list);
        assertPaid(before, 0, REWARD - FEE, FEE);
        assertState(id, ITaskEscrow.State.Approved);
    }

    function test_WhenThePosterAnchorsAResubmissionAndApprovesIt() public {
        uint256 id = changesRequested();
        assertApproves(id, calls(anchoring(id, BETTER_WORK), approval(id, BETTER_WORK)));
    }

    function test_D20_E3_GivenAnotherAccountRecordedTheWorkFirst() public {
        uint256 id = changesRequested();
        bytes[] memory list = calls(anchoring(id, BETTER_WORK), approval(id, BETTER_WORK));
        vm.prank(stranger);
        (bool anchored, ) = address(escrow).call(list[0]);
        assertTrue(anchored);
        skip(2 days); // also the signature's deadline has passed
        assertApproves(id, list);
    }

    function test_D20_E3_GivenTheWorkerAnchoredAndTheReviewIsOver() public {
        uint256 id = changesRequested();
        bytes[] memory list = calls(anchoring(id, BETTER_WORK), approval(id, BETTER_WORK));
        vm.prank(worker);
        escrow.resubmitWork(id, 1, BETTER_WORK, 0, "");
        warpPast(id);
        assertApproves(id, list);
    }

    function test_D20_RevertGiven_OtherWorkWasAnchoredFirst() public {
        uint256 id = changesRequested();
        bytes[] memory list = calls(anchoring(id, BETTER_WORK), approval(id, BETTER_WORK));
        vm.prank(worker);
        escrow.resubmitWork(id, 1, TEXT, 0, "");
        expectWrongState(id, ITaskEscrow.State.Submitted);
        vm.prank(poster);
        Batch(address(escrow)).multicall(list);
    }

    function test_D20_RevertWhen_TheApprovalNamesOtherWorkThanWasAnchored() public {
        uint256 id = changesRequested();
        bytes[] memory list = calls(anchoring(id, BETTER_WORK), approval(id, WORK));
        expectWrongSubmission(id, WORK, BETTER_WORK);
        vm.prank(poster);
        Batch(address(escrow)).multicall(list);
    }

    function test_RevertWhen_OneOfTheCallsIsRefused() public {
        uint256 id = submitted();
        bytes[] memory list = calls(
            abi.encodeCall(escrow.approve, (id, WORK, 5, TEXT)),
            abi.encodeCall(escrow.approve, (id, WORK, 5, TEXT))
        );
        expectWrongState(id, ITaskEscrow.State.Approved);
        vm.prank(poster);
        Batch(address(escrow)).multicall(list);
        assertState(id, ITaskEscrow.State.Submitted);
    }
}
