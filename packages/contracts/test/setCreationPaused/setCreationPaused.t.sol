// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import { ITaskEscrow } from "../../src/interfaces/ITaskEscrow.sol";
import { Ownable } from "@openzeppelin/contracts/access/Ownable.sol";
import { Base } from "../Base.t.sol";

contract SetCreationPaused is Base {
    function test_RevertWhen_TheCallerIsNotTheOwner() public {
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, treasury));
        vm.prank(treasury);
        escrow.setCreationPaused(true);
    }

    function setPaused(bool paused) private {
        expectEvent();
        emit ITaskEscrow.CreationPaused(paused);
        vm.prank(owner);
        escrow.setCreationPaused(paused);
        assertEq(escrow.creationPaused(), paused);
    }

    function test_WhenTheOwnerPauses() public {
        setPaused(true);
    }

    function test_WhenTheOwnerOpensAgain() public {
        setPaused(true);
        setPaused(false);
        assertState(funded(), ITaskEscrow.State.Funded);
    }
}
