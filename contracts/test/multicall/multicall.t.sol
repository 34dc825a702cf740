// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import { ITaskEscrow } from "../../src/interfaces/ITaskEscrow.sol";
import { Multicall as Batch } from "@openzeppelin/contracts/utils/Multicall.sol";
import { Base } from "../Base.t.sol";

contract Multicall is Base {
    function calls(bytes memory first, bytes memory second) private pure returns (bytes[] memory list) {
        list = new bytes[](2);
        (list[0], list[1]) = (first, second);
    }

    function test_WhenThePosterAnchorsAResubmissionAndApprovesIt() public {
        uint256 id = changesRequested();
        uint256 deadline = block.timestamp + 1 days;
        bytes memory signature = resubmission(workerKey, id, 1, BETTER_WORK, deadline);
        Purses memory before = purses();
        vm.prank(poster);
        Batch(address(escrow)).multicall(
            calls(
                abi.encodeCall(escrow.resubmitWork, (id, BETTER_WORK, deadline, signature)),
                abi.encodeCall(escrow.approve, (id, BETTER_WORK, 5, TEXT))
            )
        );
        assertPaid(before, 0, REWARD - FEE, FEE);
        assertState(id, ITaskEscrow.State.Approved);
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
